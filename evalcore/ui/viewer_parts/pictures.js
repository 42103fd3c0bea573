// One picture of the viewer: a stream's canvas with its label, caption and what is said where there is no frame.

function make(tag, properties = {}, children = []) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// `willReadFrequently` keeps pixels in memory: reading them back from a graphics card costs more than a step may take.
const pixels = (canvas) => canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });

class Frame {
  constructor(viewer, width, height) {
    this.viewer = viewer;
    this.canvas = make('canvas', { width, height });
    this.canvas.setAttribute('role', 'img');
    this.context = pixels(this.canvas);
    this.message = make('div', { className: 'message', hidden: true });
    this.viewport = make('div', { className: 'viewport' }, [this.canvas]);
    this.viewport.style.setProperty('--aspect', width / height);
    this.head = make('figcaption', { className: 'head' });
    this.foot = make('div', { className: 'foot' });
    this.values = make('span', { className: 'values' });
    this.element = make('figure', {}, [this.head, make('div', { className: 'screen' }, [this.viewport, this.message, this.values]), this.foot]);
    this.canvas.addEventListener('pointermove', (event) => viewer.probe(this.placeOf(event)));
    this.canvas.addEventListener('pointerleave', () => viewer.probe(null));
  }

  // The frame pixel below the pointer; in `fit` the picture may be letterboxed within the canvas's box.
  placeOf({ offsetX, offsetY }) {
    const { width, height, clientWidth, clientHeight } = this.canvas;
    const scale = Math.min(clientWidth / width, clientHeight / height);
    const x = Math.floor((offsetX - (clientWidth - width * scale) / 2) / scale);
    const y = Math.floor((offsetY - (clientHeight - height * scale) / 2) / scale);
    return x >= 0 && y >= 0 && x < width && y < height ? { x, y } : null;
  }

  say(text, { kind = 'empty', action = null } = {}) {
    this.message.hidden = !text;
    this.message.className = `message ${kind}`;
    this.message.replaceChildren(make('p', { textContent: text ?? '' }), ...(action ? [action] : []));
    this.element.classList.toggle('without', Boolean(text));
  }
}

class Picture extends Frame {
  constructor(stream, viewer) {
    super(viewer, stream.width, stream.height);
    this.stream = stream;
    this.element.dataset.stream = stream.id;
    this.head.append(make('b', { textContent: stream.label, title: stream.label }), make('span', { className: 'note', textContent: stream.note }));
    this.caption = make('span', { className: 'caption' });
    this.foot.append(this.caption);
    this.shown = false; // whether the canvas holds the frame of the clock
  }

  // A stream may say which of its frames stands at each position of the clock; else its frames follow each other.
  indexAt(position) {
    if (this.stream.frames) return this.stream.frames[position] ?? null;
    const index = position - this.stream.first;
    return index >= 0 && index < this.stream.length ? index : null;
  }

  url(position) {
    const index = this.indexAt(position);
    return index === null ? null : `${this.stream.folder}/${index}.webp`;
  }

  draw(position, cache) {
    const url = this.url(position);
    const entry = url && cache.get(url);
    this.shown = Boolean(entry?.bitmap);
    this.caption.textContent = this.stream.captions[this.indexAt(position)] ?? '';
    this.canvas.setAttribute('aria-label', `${this.stream.label}, ${this.viewer.stepName(position)}`);
    if (this.shown) {
      this.context.drawImage(entry.bitmap, 0, 0);
      this.say(null);
      return;
    }
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.stream.error) this.say(this.stream.error, { kind: 'failed' });
    else if (entry?.error) this.say(`This frame did not load: ${entry.error}.`, { kind: 'failed', action: this.retryButton() });
    else this.say('no frame');
  }

  retryButton() {
    const button = make('button', { type: 'button', textContent: 'Try again' });
    button.addEventListener('click', () => this.viewer.retry(this));
    return button;
  }

  probe(place) {
    const { width, height } = this.canvas;
    const inside = this.shown && place && place.x < width && place.y < height;
    const [r, g, b] = inside ? this.context.getImageData(place.x, place.y, 1, 1).data : [];
    this.values.textContent = inside ? `x ${place.x} y ${place.y}  rgb ${r} ${g} ${b}` : '';
  }
}

const SCALES = [8, 16, 32, 64, 128, 255];
const BRIGHT = 32; // faults of models are rarely brighter; moved objects then show as the brightest colour

// The heat-map: like a picture, but its frame is made here from two others.
class DifferencePicture extends Frame {
  constructor(viewer) {
    super(viewer, 16, 9);
    this.open = false;
    this.element.classList.add('difference');
    this.a = this.menu('First stream of the difference');
    this.b = this.menu('Second stream of the difference');
    this.scale = this.menu('Grey levels at the bright end of the scale');
    this.scale.replaceChildren(...SCALES.map((level) => new Option(level, level, level === BRIGHT, level === BRIGHT)));
    this.table = colourTable(BRIGHT);
    this.mean = make('span', { className: 'mean' });
    this.head.append(make('b', { textContent: 'Difference' }), this.a, make('span', { textContent: '−' }), this.b);
    const ramp = make('span', { className: 'ramp' });
    ramp.style.background = infernoGradient;
    const legend = make('span', { className: 'legend', title: 'Mean of |a − b| over red, green and blue, in grey levels' }, [make('span', { textContent: '0' }), ramp, this.scale, make('span', { textContent: 'grey levels' })]);
    this.foot.append(legend, this.mean);
  }

  menu(label) {
    const select = make('select');
    select.setAttribute('aria-label', label);
    select.addEventListener('change', () => {
      this.table = colourTable(Number(this.scale.value));
      this.fit();
      this.draw();
    });
    return select;
  }

  // Keeps the reader's pair while its streams are still there; `pair` is the page's own and opens at first.
  choose(streams, pair, { first }) {
    const ids = streams.map((stream) => stream.id);
    const current = [this.a.value, this.b.value];
    const keep = !first && current.every((id) => ids.includes(id)) && current[0] !== current[1];
    const [a, b] = keep ? current : pair ?? [ids[0], ids.at(-1)];
    for (const [select, chosen] of [[this.a, a], [this.b, b]]) {
      select.replaceChildren(...streams.map(({ id, label }) => new Option(label, id, id === chosen, id === chosen)));
    }
    if (first && pair) this.open = true;
    this.fit();
  }

  toggle() {
    this.open = !this.open;
    this.fit();
    this.draw();
    return this.open;
  }

  get pair() {
    return [this.a, this.b].map((select) => this.viewer.cells.find((cell) => cell.stream.id === select.value));
  }

  // The canvas takes the size of its streams; setting a size also clears it, so only when it changes.
  fit() {
    this.element.hidden = !this.open;
    const [a] = this.pair;
    if (!this.open || !a) return;
    const { width, height } = a.canvas;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.viewport.style.setProperty('--aspect', width / height);
    this.viewer.viewports.layOut();
  }

  draw() {
    if (!this.open) return;
    const [a, b] = this.pair;
    const { dataset } = this.element;
    delete dataset.mean;
    this.mean.textContent = '';
    this.canvas.setAttribute('aria-label', `Difference of ${a.stream.label} and ${b.stream.label}`);
    const size = ({ canvas: { width, height } }) => `${width} × ${height}`;
    if (size(a) !== size(b)) return this.blank(`These pictures cannot be compared: ${size(a)} and ${size(b)} pixels.`);
    if (!a.shown || !b.shown) return this.blank(`${(a.shown ? b : a).stream.label} has no frame here.`);
    const { mean, max } = paintDifference(a.context, b.context, this.context, this.table);
    dataset.mean = mean;
    this.mean.textContent = `MAD ${mean.toFixed(3)} · max ${max.toFixed(1)}`;
    return this.say(null);
  }

  blank(text) {
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.say(text);
  }

  probe(place) {
    const [a, b] = this.open ? this.pair : [];
    const { width, height } = this.canvas;
    if (!place || !a?.shown || !b?.shown || this.element.classList.contains('without') || place.x >= width || place.y >= height) {
      this.values.textContent = '';
      return;
    }
    const [one, other] = [a, b].map((cell) => cell.context.getImageData(place.x, place.y, 1, 1).data);
    const sum = [0, 1, 2].reduce((total, c) => total + Math.abs(one[c] - other[c]), 0);
    this.values.textContent = `Δ ${(sum / 3).toFixed(1)}`;
  }
}
