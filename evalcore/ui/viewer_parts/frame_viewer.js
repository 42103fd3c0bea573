// N streams on one clock. A step is shown on all pictures at once, when every stream has its frame: what stands side by
// side belongs together, and the clock never names a frame that is not the one on screen.

const AHEAD = 24; // frames fetched in the direction of travel
const IDLE_MS = 400; // rest before Python hears of the position
const PATIENCE_MS = 150; // shorter waits show no sign of loading, which would only flicker

class FrameViewer {
  constructor(root) {
    this.root = root;
    this.life = new AbortController();
    this.cache = new FrameCache((url) => this.settled(url));
    this.viewports = new Viewports(() => this.showZoom());
    this.difference = new DifferencePicture(this);
    this.cells = [];
    this.frame = this.wanted = 0;
    this.travel = 1;
    this.part = (selector) => root.querySelector(selector);
    this.playback = new Playback(this);
    this.listen();
    enrolViewer(this);
  }

  // Called on every run of the script; only what changed may disturb what the reader looks at.
  update(data, report) {
    this.report = report;
    const signature = JSON.stringify([data.streams, data.times, data.steps, data.boundary, data.height]);
    const first = this.signature === undefined;
    const jumped = first || data.jumps !== this.data.jumps;
    this.data = data;
    if (jumped) this.reported = data.start;
    if (signature !== this.signature) {
      this.signature = signature;
      this.playback.pause();
      this.build(first);
      this.seek(jumped ? data.start : this.wanted);
    } else if (jumped) {
      this.playback.pause();
      this.seek(data.start);
    }
  }

  close() {
    this.playback.pause();
    clearTimeout(this.idle);
    clearTimeout(this.waiting);
    this.life.abort();
    this.cellLife?.abort();
    this.viewports.adopt([], this.life.signal);
    this.cache.close();
    this.part('.pictures').replaceChildren();
    dismissViewer(this);
    delete this.root.viewer;
  }

  // ---- structure

  listen() {
    const { signal } = this.life;
    const on = (selector, type, act) => this.part(selector).addEventListener(type, act, { signal });
    this.root.addEventListener('click', (event) => this.act(event.target.closest('[data-action]')?.dataset.action), { signal });
    for (const type of ['pointerdown', 'focusin']) this.root.addEventListener(type, () => markCurrent(this), { signal });
    on('.slider', 'input', (event) => { this.playback.pause(); this.seek(Number(event.target.value)); });
    on('.speed', 'change', (event) => this.playback.setSpeed(Number(event.target.value)));
    this.part('.speed').replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    this.part('.zooms').replaceChildren(...ZOOMS.map((zoom) => {
      const button = make('button', { type: 'button', textContent: zoom === 'fit' ? 'Fit' : zoom === '1' ? '1:1' : `${zoom}×` });
      button.dataset.zoom = zoom;
      button.title = zoom === 'fit' ? 'Fit to the page (z)' : `${zoom} screen pixels for each pixel of the frame (z)`;
      button.addEventListener('click', () => this.viewports.set(zoom), { signal });
      return button;
    }));
    this.part('.help').replaceChildren(make('dl', {}, this.keys.map(([keys, what]) => (
      make('div', {}, [make('dt', { textContent: keys }), make('dd', { textContent: what })])
    ))));
  }

  build(first) {
    this.cellLife?.abort();
    this.cellLife = new AbortController();
    const { streams, length, boundary, height, difference } = this.data;
    this.viewports.largest = height;
    this.root.classList.toggle('still', length === 1);
    this.cells = streams.map((stream) => this.picture(stream));
    this.difference.choose(streams, difference, { first });
    this.part('.pictures').replaceChildren(...this.cells.map((cell) => cell.element), this.difference.element);
    this.viewports.adopt([...this.cells, this.difference].map((cell) => cell.viewport), this.cellLife.signal);
    const slider = this.part('.slider');
    slider.max = length - 1;
    const mark = this.part('.boundary');
    mark.hidden = !(boundary > 0 && boundary < length);
    mark.style.setProperty('--at', (boundary - 0.5) / Math.max(1, length - 1));
    mark.title = `${this.stepName(boundary)} is the first predicted frame`;
    this.press('difference', this.difference.open);
  }

  picture(stream) {
    return new Picture(stream, this);
  }

  // ---- position

  get last() {
    return this.data.length - 1;
  }

  urlsAt(position) {
    return this.cells.map((cell) => cell.url(position)).filter(Boolean);
  }

  seek(to, since = performance.now()) {
    const target = Math.max(0, Math.min(this.last, to));
    if (target !== this.wanted) this.travel = Math.sign(target - this.wanted);
    this.wanted = target;
    this.since = since;
    const here = this.urlsAt(target);
    const ready = here.every((url) => this.cache.get(url));
    this.cache.want([...here, ...this.ahead()]);
    if (ready) return this.show(true);
    this.waiting ??= setTimeout(() => this.showWaiting(), PATIENCE_MS);
    return undefined;
  }

  // Fewer than AHEAD for large pictures: what is fetched ahead must not push itself out of the cache again.
  ahead() {
    const step = this.cells.reduce((sum, cell) => sum + 4 * cell.stream.width * cell.stream.height, 1);
    const count = Math.min(AHEAD, Math.floor(CACHE_BYTES / 2 / step));
    const urls = [];
    for (let k = 1; k <= count; k++) urls.push(...this.urlsAt(this.wanted + k * this.travel));
    return urls;
  }

  settled(url) {
    const here = this.urlsAt(this.wanted);
    if (here.includes(url) && here.every((each) => this.cache.get(each))) this.show(false);
  }

  show(cached) {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.frame = this.wanted;
    for (const cell of this.cells) cell.draw(this.frame, this.cache);
    this.difference.draw();
    this.showClock();
    const { dataset } = this.root;
    const took = performance.now() - this.since;
    Object.assign(dataset, { frame: this.frame, cached, stepMs: took.toFixed(2), state: 'ready' });
    this.tell();
    clearTimeout(this.idle);
    if (!this.playback.running) this.restSoon();
  }

  // Once: the server holds the rest of a first page back until there is a picture.
  tell() {
    if (this.data.tell && !this.told) fetch(this.data.tell, { method: 'POST' }).catch(() => {});
    this.told = true;
  }

  restSoon() {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.rest(), IDLE_MS);
  }

  rest() {
    if (this.playback.running || this.frame === this.reported) return;
    this.reported = this.frame;
    this.report(this.frame);
  }

  retry(cell) {
    this.cache.forget(cell.url(this.wanted));
    this.seek(this.wanted);
  }

  // ---- commands

  act(name) {
    const step = (by) => () => { this.playback.pause(); this.seek(this.wanted + by); };
    const acts = {
      first: () => { this.playback.pause(); this.seek(0); },
      last: () => { this.playback.pause(); this.seek(this.last); },
      back: step(-1),
      forward: step(1),
      back10: step(-10),
      forward10: step(10),
      play: () => this.playback.toggle(),
      loop: () => this.press('loop', (this.playback.loop = !this.playback.loop)),
      zoom: () => this.viewports.set(ZOOMS[(ZOOMS.indexOf(this.viewports.zoom) + 1) % ZOOMS.length]),
      slower: () => this.playback.changeSpeed(-1),
      faster: () => this.playback.changeSpeed(1),
      difference: () => this.press('difference', this.difference.toggle()),
      help: () => this.showHelp(this.part('.help').hidden),
      close: () => this.showHelp(false),
    };
    if (!acts[name]) return false;
    acts[name]();
    return true;
  }

  get keys() {
    return KEYS;
  }

  // Whether a key is for the focused control and not for the viewer.
  leavesTo(element, event) {
    return takesKey(element, event.key);
  }

  // Keys together with ctrl or cmd; the browser's own stay the browser's.
  onChord() {
    return false;
  }

  onKey(event) {
    if (event.key === 'Escape') return !this.part('.help').hidden && this.act('close');
    return this.act(actionOf(event));
  }

  // ---- what is shown beside the pictures

  press(name, on) {
    this.part(`[data-action=${name}]`).setAttribute('aria-pressed', on);
  }

  stepName(position) {
    return this.data.steps[position] ?? `frame ${position}`;
  }

  showClock() {
    const time = `${(1000 * this.data.times[this.frame]).toFixed(1)} ms`.replace('-', '−');
    const named = this.data.steps.length > 0;
    this.part('.step').textContent = named ? this.stepName(this.frame) : '';
    this.part('.index span').textContent = `${this.frame} / ${this.last}`;
    this.part('.time').textContent = time;
    const slider = this.part('.slider');
    slider.value = this.frame;
    slider.style.setProperty('--at', this.last ? this.frame / this.last : 0);
    slider.setAttribute('aria-valuetext', `${named ? `${this.stepName(this.frame)}, ` : ''}frame ${this.frame}, ${time}`);
    this.part('.progress').hidden = true;
  }

  showWaiting() {
    this.root.dataset.state = 'loading';
    this.part('.progress').hidden = false;
  }

  showZoom() {
    for (const button of this.root.querySelectorAll('[data-zoom]')) {
      button.setAttribute('aria-pressed', button.dataset.zoom === this.viewports.zoom);
    }
    this.root.dataset.scale = this.viewports.scale.toFixed(3);
  }

  showHelp(open) {
    this.part('.help').hidden = !open;
    this.part('[data-action=help]').setAttribute('aria-expanded', open);
  }

  // The values of one place in all pictures, or none.
  probe(place) {
    for (const cell of this.cells) cell.probe(place);
    this.difference.probe(place);
  }
}
