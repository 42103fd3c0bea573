// The frame viewer as a marking desk. What a mark means is decided by the server: here acts are sent, in order, until it
// says that they are saved.

const HELD = ['back', 'forward', 'back10', 'forward10', 'nudgeBack', 'nudgeForward'];

class MarkViewer extends FrameViewer {
  constructor(root) {
    super(root);
    this.page = root.closest('.marking');
    this.on = (selector) => this.page.querySelector(selector);
    this.form = new AnswerForm(this.on('.answer'), this);
    this.log = new ActLog(() => this.showSaving());
    this.active = 0;
    this.chosen = null; // {panel, index} of the selected mark
    const { signal } = this.life;
    this.page.addEventListener('click', (event) => this.act(event.target.closest('[data-act]')?.dataset.act), { signal });
    this.on('.items').addEventListener('change', (event) => this.go(Number(event.target.value)), { signal });
    this.giveBackFocus(signal);
    // What is typed in a field must not reach the shortcuts of the page around it.
    this.page.addEventListener('keydown', (event) => { if (event.target.matches(TYPING)) event.stopPropagation(); }, { signal });
    addEventListener('beforeunload', (event) => { if (this.unsaved) event.preventDefault(); }, { signal });
    this.part('[data-action=difference]').hidden = true; // which streams differ is for the reviewer to see
  }

  // A click leaves the focus on what was clicked, where space and digits would press it again: the keys are given back
  // to the pictures. Whoever goes there by the keyboard stays there.
  giveBackFocus(signal) {
    const note = (pointer) => () => { this.byPointer = pointer; };
    this.page.addEventListener('pointerdown', note(true), { signal, capture: true });
    this.page.addEventListener('keydown', note(false), { signal, capture: true });
    const back = (event) => { if (this.byPointer && event.target.closest('button, .option, select')) this.takeFocus(); };
    this.page.addEventListener('click', (event) => { if (!event.target.closest('select')) back(event); }, { signal });
    this.page.addEventListener('change', back, { signal });
  }

  // Called on every run of the script.
  update(data, setState) {
    this.mine = data;
    this.log.settle(data, setState);
    const item = JSON.stringify([data.jumps, data.schema, data.panels.map(({ label }) => label)]);
    if (item !== this.item) {
      this.item = item;
      this.warned = false;
      this.after = null;
      this.active = Math.max(0, data.panels.findIndex(({ shown }) => shown));
      this.form.build(data);
      this.viewports.words = 104;
      this.viewports.share = data.panels.length > 4 ? 0.78 : 0.5;
    }
    if (!this.log.open.length) {
      const mark = data.marks.find((one) => one.selected);
      this.chosen = mark ? { panel: mark.panel, index: mark.index } : null;
    }
    super.update(data, () => {});
    this.showAll();
    if (this.after && !this.log.open.length) {
      const after = this.after;
      this.after = null;
      after();
    }
  }

  send(act) {
    this.form.flush();
    this.hush();
    this.log.send(act);
    this.showSaving();
  }

  get unsaved() {
    return this.log.waiting || ['failed', 'stale'].includes(this.mine?.saving.kind);
  }

  close() {
    this.log.rest();
    super.close();
  }

  // ---- pictures

  picture(stream) {
    return new Panel(stream, this, this.mine.streams.indexOf(stream));
  }

  share(position) {
    return this.last ? position / this.last : 0;
  }

  stepName(position) {
    const { times, rate } = { times: this.data.times, rate: this.mine.panels.some((panel) => panel.rate) };
    return rate ? `frame ${position}` : secondsText(times[position]);
  }

  showClock() {
    super.showClock();
    const numbered = this.mine.panels.some((panel) => panel.rate);
    const time = secondsText(this.data.times[this.frame]);
    this.part('.index').hidden = !numbered;
    this.part('.time').textContent = time;
    this.part('.slider').setAttribute('aria-valuetext', numbered ? `frame ${this.frame}, ${time}` : time);
  }

  choosePanel(position) {
    if (!this.cells[position]) return false;
    this.active = position;
    this.showPanels();
    return true;
  }

  // ---- acts

  get keys() {
    return MARK_KEYS;
  }

  leavesTo(element, event) {
    return keptByControl(element, event);
  }

  onChord({ key }) {
    return key.toLowerCase() === 'z' && this.act('undo');
  }

  onKey(event) {
    if (event.key === 'Escape') return this.act('escape');
    if (/^[1-9]$/.test(event.key)) return this.choosePanel(Number(event.key) - 1);
    const act = markActOf(event);
    // A key that is held down steps and moves; it does not mark, clean or leave again and again.
    return event.repeat && !HELD.includes(act) ? act !== undefined : this.act(act);
  }

  act(name) {
    const stepping = ['first', 'last', 'back', 'forward', 'back10', 'forward10', 'play'];
    if (stepping.includes(name)) this.dropSelection();
    const acts = {
      mark: () => this.mark(this.active),
      clean: () => this.clean(this.active),
      panelBefore: () => this.choosePanel(Math.max(0, this.active - 1)),
      panelAfter: () => this.choosePanel(Math.min(this.cells.length - 1, this.active + 1)),
      markBefore: () => this.walk(-1),
      markAfter: () => this.walk(1),
      nudgeBack: () => this.nudge(-1),
      nudgeForward: () => this.nudge(1),
      delete: () => this.delete(),
      undo: () => this.send({ do: 'undo' }),
      next: () => this.go('next'),
      previous: () => this.go('previous'),
      reviewer: () => this.go('reviewer'),
      reload: () => this.send({ do: 'reload' }),
      overwrite: () => this.send({ do: 'overwrite' }),
      retry: () => this.send({ do: 'retry' }),
      escape: () => this.escape(),
    };
    if (acts[name]) {
      acts[name]();
      return true;
    }
    return ['type', 'severity', 'note', 'winner', 'confidence', 'rubric', 'verdict'].includes(name) ? this.openGroup(name) : super.act(name);
  }

  openGroup(name) {
    if (!this.form.open(name) && ['type', 'severity', 'note'].includes(name)) this.say('Mark a break first (m), or choose one with [ and ].');
    return true;
  }

  mark(position) {
    if (!this.mine.schema.violations) return;
    this.choosePanel(position);
    this.playback.pause();
    // What is marked is the frame on the screen, not one that is still on its way.
    if (this.wanted !== this.frame) this.seek(this.frame);
    const index = this.cells[position].indexAt(this.frame);
    this.chosen = { panel: position, index };
    this.send({ do: 'mark', panel: position, index: index ?? 0 });
  }

  clean(position) {
    if (!this.mine.schema.violations) return;
    this.choosePanel(position);
    this.send({ do: 'clean', panel: position });
  }

  select(mark) {
    this.playback.pause();
    this.choosePanel(mark.panel);
    this.chosen = { panel: mark.panel, index: mark.index };
    this.seek(mark.at);
    this.send({ do: 'select', panel: mark.panel, index: mark.index });
  }

  dropSelection() {
    if (!this.chosen) return;
    this.chosen = null;
    this.send({ do: 'select', panel: null });
  }

  walk(by) {
    const marks = [...this.mine.marks].filter((mark) => mark.index !== null).sort((a, b) => a.at - b.at || a.panel - b.panel);
    const here = marks.findIndex((mark) => this.chosen && mark.panel === this.chosen.panel && mark.index === this.chosen.index);
    let mark = marks[here + by];
    if (here < 0) mark = by > 0 ? marks.find(({ at }) => at >= this.frame) : marks.findLast(({ at }) => at <= this.frame);
    if (mark) this.select(mark);
    else this.say(marks.length ? `There is no mark ${by > 0 ? 'after' : 'before'} this one.` : 'Nothing is marked yet.');
  }

  nudge(by) {
    if (!this.chosen) {
      super.act(by > 0 ? 'forward' : 'back');
      return;
    }
    const cell = this.cells[this.chosen.panel];
    const index = Math.max(0, Math.min(cell.frames - 1, this.chosen.index + by));
    if (index === this.chosen.index) return;
    this.chosen = { ...this.chosen, index };
    this.seek(cell.positionOf(index));
    this.send({ do: 'nudge', value: by });
  }

  delete() {
    if (!this.chosen) {
      this.say('No mark is selected; choose one with [ and ].');
      return;
    }
    this.chosen = null;
    this.send({ do: 'delete' });
  }

  escape() {
    if (!this.part('.help').hidden) this.showHelp(false);
    else if (focused()?.closest?.('.answer')) this.takeFocus();
    else this.dropSelection();
    this.hush();
  }

  // One warning before an item is left with a panel unanswered; then it may be left.
  go(where) {
    this.form.flush();
    if (this.log.waiting) {
      this.after = () => this.go(where);
      return;
    }
    const { pending, panels, schema } = this.mine;
    this.showItems();
    if (schema.require_clean && pending.length && !this.warned) {
      this.warned = true;
      const names = pending.map((position) => panels[position].label).join(', ');
      const button = make('button', { type: 'button', textContent: 'Leave anyway' });
      button.addEventListener('click', () => this.go(where));
      this.say(`No answer yet for ${names}: mark a break (m) or say that there are no breaks (c).`, [button]);
      return;
    }
    this.send({ do: 'go', value: where });
  }

  takeFocus() {
    this.root.focus({ preventScroll: true });
  }

  // ---- what is shown

  say(text, ways = []) {
    const box = this.on('.said');
    box.hidden = false;
    box.firstElementChild.textContent = text;
    box.lastElementChild.replaceChildren(...ways);
  }

  hush() {
    this.on('.said').hidden = true;
  }

  showAll() {
    const { schema, refusal } = this.mine;
    this.showPanels();
    this.form.show(this.mine);
    this.showSaving();
    this.showItems();
    this.on('.prompt').textContent = schema.prompt || schema.description;
    this.on('.prompt').hidden = !this.on('.prompt').textContent;
    this.on('.intervention').hidden = !schema.intervention;
    this.on('.intervention .moment').textContent = schema.intervention_t ? ` at ${schema.intervention_t}` : '';
    this.on('.intervention .what').textContent = schema.intervention;
    const notes = this.on('.notes');
    notes.hidden = !schema.notes.length;
    notes.replaceChildren(...schema.notes.map((note) => make('li', { textContent: note })));
    if (refusal.n && `${this.mine.opening} ${refusal.n}` !== this.refused) {
      this.refused = `${this.mine.opening} ${refusal.n}`;
      this.say(refusal.text);
    }
  }

  showPanels() {
    const { panels, marks, pending, schema } = this.mine;
    this.cells.forEach((cell, position) => {
      const of = marks.filter((mark) => mark.panel === position);
      cell.tell(panels[position], of, { active: position === this.active, violations: schema.violations, event: schema.intervention_at });
    });
    if (this.root.dataset.state === 'ready') for (const cell of this.cells) cell.draw(this.frame, this.cache);
    const total = panels.filter(({ shown }) => shown).length;
    const count = this.on('.count');
    count.textContent = `${total - pending.length} of ${total} panels answered`;
    count.classList.toggle('full', !pending.length);
    count.hidden = !schema.violations;
    this.on('[data-act=undo]').disabled = !this.mine.can_undo;
  }

  showItems() {
    const { number, stages, reviewer, leave } = this.mine.place;
    const signs = { done: '✓', begun: '…', open: '' };
    const menu = this.on('.items');
    menu.replaceChildren(...stages.map((stage, k) => new Option(`${k + 1} ${signs[stage]}`.trim(), k, k === number - 1, k === number - 1)));
    const done = stages.filter((stage) => stage === 'done').length;
    this.on('.overall').textContent = `${done} of ${stages.length} items done`;
    this.on('[data-act=previous]').disabled = number === 1;
    this.on('[data-act=next]').textContent = number === stages.length ? 'Finish' : 'Next';
    this.on('.who summary').textContent = reviewer;
    this.on('.who button').textContent = leave;
  }

  showSaving() {
    const { kind, reason, at } = this.mine.saving;
    const { waiting, silent } = this.log;
    const box = this.on('.saving');
    const state = waiting && silent ? 'failed' : waiting ? 'saving' : kind;
    box.dataset.state = state;
    const button = (text, act) => {
      const made = make('button', { type: 'button', textContent: text });
      made.dataset.act = act;
      return made;
    };
    const texts = {
      saving: ['Saving…'],
      new: ['Nothing marked yet'],
      saved: [`Saved ${at ? clockOf(at) : ''}`],
      failed: [waiting ? 'Not saved: the app does not answer. Keep this page open.' : `Not saved: ${reason} `, ...(waiting ? [] : [button('Try again', 'retry')])],
      stale: [`Not saved: ${reason} `, button('Show the saved answer', 'reload'), button('Keep this one', 'overwrite')],
    };
    box.replaceChildren(...texts[state]);
  }
}

const secondsText = (t) => (t < 60 ? `${t.toFixed(2)} s` : `${Math.floor(t / 60)}:${(t % 60).toFixed(2).padStart(5, '0')}`);
const clockOf = (at) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector('.viewer');
  root.viewer ??= new MarkViewer(root);
  const { viewer } = root;
  viewer.update(data, setStateValue);
  return () => viewer.close();
}
