// One key listener for all viewers of the page: it decides which viewer, if any, a key is for.

const KEYS = [
  ['← → or , .', 'one frame back, forward'],
  ['shift + ← → or [ ]', 'ten frames back, forward'],
  ['Home End', 'first, last frame'],
  ['space', 'play or pause'],
  ['- +', 'slower, faster'],
  ['l', 'play in a loop'],
  ['z', 'next zoom: fit, 1:1, 2×, 4×; drag to pan'],
  ['d', 'difference of two streams'],
  ['?', 'these keys; Esc closes them'],
];

const mountedViewers = new Set();
let currentViewer = null; // the one that was used last; alone on a page it answers without being clicked first
let listening = null;

function enrolViewer(viewer) {
  mountedViewers.add(viewer);
  currentViewer = viewer;
  if (listening) return;
  listening = new AbortController();
  // Window and capture phase: Streamlit's own shortcuts (c, r) listen further down and must not see our keys.
  addEventListener('keydown', routeKey, { capture: true, signal: listening.signal });
}

function dismissViewer(viewer) {
  mountedViewers.delete(viewer);
  if (currentViewer === viewer) currentViewer = [...mountedViewers].at(-1) ?? null;
  if (mountedViewers.size) return;
  listening?.abort();
  listening = null;
}

const markCurrent = (viewer) => {
  currentViewer = viewer;
};

function routeKey(event) {
  if (event.altKey || event.isComposing || event.defaultPrevented) return;
  const path = event.composedPath();
  const inside = [...mountedViewers].find((viewer) => path.includes(viewer.root));
  const viewer = inside ?? currentViewer;
  if (!viewer?.root.checkVisibility() || viewer.leavesTo(inside ? path[0] : focused(), event)) return;
  const chord = event.ctrlKey || event.metaKey;
  const handled = chord ? viewer.onChord(event) : viewer.onKey(event);
  if (chord && !handled) return;
  // Inside the viewer these two keys do nothing, rather than opening "Clear caches" or running the page again.
  if (!handled && !(inside && /^[cr]$/i.test(event.key))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// What a key does, as the name of an action.
function actionOf({ key, shiftKey }) {
  const names = {
    ArrowLeft: shiftKey ? 'back10' : 'back', ArrowRight: shiftKey ? 'forward10' : 'forward',
    ',': 'back', '.': 'forward', '[': 'back10', ']': 'forward10', Home: 'first', End: 'last',
    ' ': 'play', l: 'loop', z: 'zoom', d: 'difference', '-': 'slower', '+': 'faster', '?': 'help',
  };
  return names[key];
}

// The focused element, looked for inside other components too.
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const TAKE_ALL = 'input:not(.slider), textarea, select, iframe, canvas, [contenteditable], [role=dialog], [role=dialog] *, '
  + '[role=menu] *, [role=listbox] *, [role=grid] *, [role=tab], [role=radio], [role=slider], [role=combobox]';
const TAKE_PRESS = 'button, summary, a[href]';

// Whether the focused control needs this key itself.
function takesKey(element, key) {
  if (!element?.matches) return false;
  return element.matches(TAKE_ALL) || (element.matches(TAKE_PRESS) && (key === ' ' || key === 'Enter'));
}
