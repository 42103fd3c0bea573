// The keys of the Mark page, and which of them a focused control keeps for itself.

const MARK_KEYS = [
  ['space', 'play or pause'],
  [', .', 'one frame back, forward'],
  ['shift + ← →', 'ten frames back, forward'],
  ['Home End', 'first, last frame'],
  ['1 to 9, ↑ ↓', 'choose a panel'],
  ['m', 'mark a break in the chosen panel, at the frame shown'],
  ['c', 'no breaks in the chosen panel; again takes it back'],
  ['[ ]', 'previous, next mark'],
  ['← →', 'move the selected mark by one frame; without one, step'],
  ['Delete', 'delete the selected mark'],
  ['t s', 'type, severity: then a number'],
  ['o', 'note on the selected mark; Esc leaves it'],
  ['w e r', 'best, confidence, rubric: then a number; w 0 is a tie'],
  ['i', 'intervention: then a number'],
  ['u or ctrl + z', 'undo'],
  ['n b', 'next, previous item'],
  ['- + l z', 'slower, faster, loop, zoom'],
  ['Esc', 'deselect; leave a field; close these keys'],
];

const MARK_ACTS = {
  ',': 'back', '.': 'forward', '<': 'back10', '>': 'forward10', Home: 'first', End: 'last', ' ': 'play', l: 'loop', z: 'zoom',
  '-': 'slower', '+': 'faster', '?': 'help', ArrowUp: 'panelBefore', ArrowDown: 'panelAfter', m: 'mark', c: 'clean',
  '[': 'markBefore', ']': 'markAfter', Delete: 'delete', Backspace: 'delete', t: 'type', s: 'severity', o: 'note', w: 'winner',
  e: 'confidence', r: 'rubric', i: 'verdict', u: 'undo', n: 'next', b: 'previous',
};

function markActOf({ key, shiftKey }) {
  if (key === 'ArrowLeft') return shiftKey ? 'back10' : 'nudgeBack';
  if (key === 'ArrowRight') return shiftKey ? 'forward10' : 'nudgeForward';
  return MARK_ACTS[key.length === 1 ? key.toLowerCase() : key];
}

const TYPING = 'input:not([type=radio]):not([type=range]):not([type=checkbox]):not([type=button]), textarea, [contenteditable]';

// While somebody types, every key is a letter. A radio button needs its arrows, digits and a few more; no other key.
function keptByControl(element, { key }) {
  if (!element?.matches) return false;
  if (element.matches(TYPING)) return key !== 'Escape' || !element.closest('.marking');
  if (element.matches('.answer input[type=radio]')) return /^(Arrow|Backspace$|Delete$|Enter$| $|\d$)/.test(key);
  return takesKey(element, key);
}
