// One panel: a picture with its number, its state, a timeline of its marks and the two ways to answer it.

class Panel extends Picture {
  constructor(stream, viewer, position) {
    super(stream, viewer);
    this.position = position;
    this.chip = make('span', { className: 'chip' });
    if (position < 9) this.head.prepend(make('kbd', { textContent: position + 1, title: `Panel ${position + 1} (${position + 1})` }));
    this.head.append(this.chip);
    this.cursor = make('i', { className: 'cursor' });
    this.rest = make('i', { className: 'rest', hidden: true });
    this.event = make('i', { className: 'event', hidden: true, title: 'Intervention' });
    this.ticks = make('div', { className: 'ticks' });
    this.strip = make('div', { className: 'strip' }, [this.rest, this.event, this.ticks, this.cursor]);
    this.element.insertBefore(this.strip, this.foot);
    this.breaks = this.button('Break', 'm', () => viewer.mark(position));
    this.clean = this.button('No breaks', 'c', () => viewer.clean(position));
    this.foot.append(make('span', { className: 'ways' }, [this.breaks, this.clean]));
    this.element.addEventListener('pointerdown', () => viewer.choosePanel(position));
    this.strip.addEventListener('pointerdown', (event) => this.seekTo(event));
  }

  button(text, key, act) {
    const button = make('button', { type: 'button', textContent: text, title: `${text} on ${this.stream.label} (${key})` });
    button.addEventListener('click', act);
    return button;
  }

  seekTo(event) {
    if (event.target.closest('button')) return;
    const { left, width } = this.strip.getBoundingClientRect();
    this.viewer.playback.pause();
    this.viewer.dropSelection();
    this.viewer.seek(Math.round(((event.clientX - left) / width) * this.viewer.last));
  }

  // The position of the clock at which a frame of this panel is shown first.
  positionOf(index) {
    return this.stream.frames.indexOf(index);
  }

  get frames() {
    return this.stream.length;
  }

  draw(position, cache) {
    super.draw(position, cache);
    this.cursor.style.setProperty('--at', this.viewer.share(position));
    const { panel } = this;
    const ended = this.stream.ends !== null && this.stream.ends !== undefined && position >= this.stream.ends;
    this.element.classList.toggle('ended', ended);
    if (!panel?.shown) this.caption.textContent = '';
    else if (ended) this.caption.textContent = panel.ended;
    else this.caption.textContent = panel.rate ? `frame ${this.indexAt(position)}` : '';
    this.caption.title = this.caption.textContent;
  }

  // What the server says of the panel and of its marks.
  tell(panel, marks, { active, violations, event }) {
    this.panel = panel;
    this.element.classList.toggle('active', active);
    this.element.setAttribute('aria-current', active);
    const state = !panel.shown ? 'lost' : panel.clean ? 'clean' : marks.length ? 'marked' : 'open';
    this.chip.dataset.state = state;
    const count = `${marks.length} break${marks.length === 1 ? '' : 's'}`;
    this.chip.textContent = { lost: 'cannot be shown', clean: 'no breaks', marked: count, open: 'no answer yet' }[state];
    this.clean.setAttribute('aria-pressed', panel.clean);
    this.breaks.hidden = this.clean.hidden = !violations;
    this.chip.hidden = !violations && panel.shown;
    this.breaks.disabled = this.clean.disabled = !panel.shown;
    this.rest.hidden = !this.stream.ends;
    if (this.stream.ends) this.rest.style.setProperty('--at', this.viewer.share(this.stream.ends));
    this.event.hidden = event === null;
    this.event.style.setProperty('--at', this.viewer.share(event ?? 0));
    this.ticks.replaceChildren(...marks.map((mark) => this.tick(mark)));
  }

  tick(mark) {
    const words = `Break in ${this.stream.label}, ${mark.text}`;
    const tick = make('button', { type: 'button', title: words, tabIndex: -1 });
    tick.setAttribute('aria-label', words);
    tick.setAttribute('aria-pressed', mark.selected);
    tick.style.setProperty('--at', this.viewer.share(mark.at));
    tick.addEventListener('click', () => this.viewer.select(mark));
    return tick;
  }
}
