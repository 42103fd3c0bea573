// Zoom and panning, the same for all pictures.

const ZOOMS = ['fit', '1', '2', '4'];

class Viewports {
  constructor(onChange) {
    this.onChange = onChange;
    this.zoom = 'fit';
    this.largest = Infinity; // height of a picture
    this.words = WORDS;
    this.share = SHARE;
    this.elements = [];
    this.following = new WeakSet(); // viewports whose next scroll event is only the echo of another's
    this.resized = new ResizeObserver(() => this.layOut());
  }

  // `elements` are scrollable boxes with one canvas each; listeners live as long as `signal`.
  adopt(elements, signal) {
    this.resized.disconnect();
    this.elements = elements;
    const grid = elements[0]?.closest('.pictures');
    if (grid) this.resized.observe(grid);
    for (const element of elements) {
      element.addEventListener('scroll', () => this.follow(element), { signal, passive: true });
      element.addEventListener('pointerdown', (event) => this.drag(element, event), { signal });
    }
    this.layOut();
  }

  set(zoom) {
    const [x, y] = this.elements.length ? centre(this.elements[0]) : [0.5, 0.5];
    this.zoom = zoom;
    this.layOut();
    for (const element of this.elements) scrollToCentre(element, x, y);
  }

  layOut() {
    const fit = this.zoom === 'fit';
    arrange(this.elements, this);
    for (const element of this.elements) {
      const canvas = element.querySelector('canvas');
      // Frame pixels are laid on the screen's own pixels, whatever the browser's scale: 1:1 means just that.
      const scale = fit ? 0 : Number(this.zoom) / devicePixelRatio;
      canvas.style.width = fit ? '' : `${canvas.width * scale}px`;
      canvas.style.height = fit ? '' : `${canvas.height * scale}px`;
      element.classList.toggle('zoomed', !fit);
    }
    this.onChange();
  }

  // How many screen pixels one pixel of the first picture takes.
  get scale() {
    const canvas = this.elements[0]?.querySelector('canvas');
    if (!canvas || this.zoom !== 'fit') return Number(this.zoom) || 1;
    return (Math.min(canvas.clientWidth / canvas.width, canvas.clientHeight / canvas.height) * devicePixelRatio) || 1;
  }

  follow(leader) {
    if (this.following.delete(leader)) return;
    const [x, y] = centre(leader);
    for (const element of this.elements) if (element !== leader) this.scrollSilently(element, x, y);
  }

  scrollSilently(element, x, y) {
    const before = [element.scrollLeft, element.scrollTop];
    scrollToCentre(element, x, y);
    if (before[0] !== element.scrollLeft || before[1] !== element.scrollTop) this.following.add(element);
  }

  drag(element, event) {
    if (this.zoom === 'fit' || event.button !== 0 || event.pointerType === 'touch') return; // touch scrolls by itself
    const [left, top, x, y] = [element.scrollLeft, element.scrollTop, event.clientX, event.clientY];
    const move = (at) => element.scrollTo(left - (at.clientX - x), top - (at.clientY - y));
    const stop = new AbortController();
    element.setPointerCapture(event.pointerId);
    element.addEventListener('pointermove', move, { signal: stop.signal });
    for (const end of ['pointerup', 'pointercancel']) {
      element.addEventListener(end, () => stop.abort(), { signal: stop.signal });
    }
  }
}

const GAP = 16; // between pictures
const WORDS = 72; // height of what stands above and below one
const SHARE = 0.62; // of the window's height for all rows, so that pictures and controls are seen together

// Gives pictures the number of columns that makes them largest; rows are filled evenly.
function arrange(elements, { largest, words, share }) {
  const shown = elements.filter((element) => !element.closest('[hidden]'));
  const grid = shown[0]?.closest('.pictures');
  if (!grid?.clientWidth) return;
  const aspect = Math.max(...shown.map((element) => Number(element.style.getPropertyValue('--aspect'))));
  let best = { width: 0 };
  for (let rows = 1; rows <= shown.length; rows++) {
    const columns = Math.ceil(shown.length / rows);
    const room = Math.min(largest, (share * innerHeight) / rows - words);
    const width = Math.floor(Math.min((grid.clientWidth - GAP * (columns - 1)) / columns, Math.max(room, 120) * aspect));
    if (width > best.width) best = { width, columns };
  }
  grid.style.gridTemplateColumns = `repeat(${best.columns}, ${best.width}px)`;
  grid.parentElement.style.setProperty('--width', `${best.columns * (best.width + GAP) - GAP}px`);
}

// The middle of what a viewport shows, as fractions of the picture: right for pictures of different sizes.
function centre(element) {
  return [
    (element.scrollLeft + element.clientWidth / 2) / Math.max(element.scrollWidth, 1),
    (element.scrollTop + element.clientHeight / 2) / Math.max(element.scrollHeight, 1),
  ];
}

function scrollToCentre(element, x, y) {
  element.scrollTo(x * element.scrollWidth - element.clientWidth / 2, y * element.scrollHeight - element.clientHeight / 2);
}
