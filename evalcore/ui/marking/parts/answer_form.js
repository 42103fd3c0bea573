// What is asked beside the marks: why and how badly, which panel is best, and what follows from the intervention.

const NOTE_MS = 700; // rest after which a note is saved

// A group of radio buttons. A second click on the chosen one takes the choice back.
class Choice {
  constructor(form, name, title, options, act, { key = '', kind = 'line' } = {}) {
    Object.assign(this, { form, act, current: null });
    this.inputs = options.map(({ value, label, text = '', digit }) => {
      const input = make('input', { type: 'radio', name, value: JSON.stringify(value) });
      const words = make('span', {}, [make('b', { textContent: label })]);
      if (text) words.append(make('small', { textContent: text }));
      const shown = digit === undefined || digit === label ? [] : [make('kbd', { textContent: digit, ariaHidden: 'true' })];
      return { input, value, digit, element: make('label', { className: 'option' }, [input, ...shown, words]) };
    });
    const head = make('div', { className: 'title', textContent: title });
    if (key) head.append(' ', make('kbd', { textContent: key }));
    const list = make('div', { className: 'options' }, this.inputs.map((one) => one.element));
    this.element = make('div', { className: `question ${kind}${title.length > 12 ? ' long' : ''}` }, [head, list]);
    this.element.setAttribute('role', 'radiogroup');
    this.element.setAttribute('aria-label', title);
    this.element.addEventListener('click', (event) => this.clicked(event));
    this.element.addEventListener('keydown', (event) => this.typed(event));
  }

  clicked(event) {
    const one = this.inputs.find(({ input }) => input === event.target);
    if (one) this.choose(one.value === this.current ? null : one.value);
  }

  // Digits choose at once and give the keys back to the pictures.
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const one = this.inputs.find(({ digit }) => digit !== undefined && String(digit) === event.key);
    if (one) {
      this.choose(one.value);
      this.form.leave(this);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.choose(null);
    } else if (event.key === 'Enter') {
      this.form.leave(this);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  choose(value) {
    this.show(value);
    this.act(value);
  }

  show(value, enabled = true) {
    this.current = value;
    this.element.classList.toggle('off', !enabled);
    for (const one of this.inputs) {
      one.input.disabled = !enabled;
      one.input.checked = value !== null && one.value === value;
    }
  }

  focus() {
    const { input } = this.inputs.find((one) => one.input.checked) ?? this.inputs[0];
    input.focus();
  }

  get enabled() {
    return !this.inputs[0].input.disabled;
  }
}

class Note {
  constructor(label, act, key) {
    this.act = act;
    this.area = make('textarea', { rows: 1, maxLength: 4000, placeholder: label });
    this.area.setAttribute('aria-label', label);
    this.element = make('label', { className: 'remark' }, [this.area, ...(key ? [make('kbd', { textContent: key })] : [])]);
    this.area.addEventListener('input', () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.flush(), NOTE_MS);
    });
    this.area.addEventListener('blur', () => this.flush());
  }

  flush() {
    if (this.resting === undefined) return;
    clearTimeout(this.resting);
    this.resting = undefined;
    this.act(this.area.value);
  }

  show(text, enabled = true) {
    this.area.disabled = !enabled;
    if (this.resting === undefined && this.area.value !== text) this.area.value = text;
  }

  focus() {
    this.area.focus();
  }

  get enabled() {
    return !this.area.disabled;
  }
}

class AnswerForm {
  constructor(element, viewer) {
    this.element = element;
    this.viewer = viewer;
  }

  // Built once an item: what the reader types in must not be taken away by a new run.
  build(data) {
    const { schema, panels } = data;
    const send = (act) => (value) => this.viewer.send({ do: act, value });
    const numbered = (rows) => rows.map(([value, label, text], k) => ({ value, label, text, digit: k < 9 ? k + 1 : k === 9 ? 0 : undefined }));
    this.why = make('h2', {});
    this.type = new Choice(this, 'type', 'Type', numbered(schema.types.map(([name, text]) => [name, name.replaceAll('_', ' '), text])), send('type'), { key: 't', kind: 'wide' });
    this.severity = new Choice(this, 'severity', 'Severity', schema.severities.map(([value, name, text]) => ({ value, label: name, text, digit: value < 10 ? value : undefined })), send('severity'), { key: 's', kind: 'tall' });
    this.note = new Note('Note on this break', send('note'), 'o');
    const scale = schema.scale.map((value) => ({ value, label: value, digit: value }));
    const winners = [...panels.map(({ label }, k) => ({ value: k, label, digit: k < 9 ? k + 1 : undefined })), { value: schema.tie, label: 'tie', digit: 0 }];
    const winner = (value) => this.viewer.send({ do: 'winner', panel: Number.isInteger(value) ? value : null, value });
    this.winner = new Choice(this, 'winner', 'Best', winners, winner, { key: 'w' });
    this.confidence = new Choice(this, 'confidence', 'Confidence', scale, send('confidence'), { key: 'e' });
    this.rubric = schema.rubric.map(([name, text], index) => new Choice(this, `rubric${index}`, text && text !== name ? `${name}: ${text}` : name, scale, (value) => this.viewer.send({ do: 'rubric', index, value }), { key: index ? '' : 'r' }));
    this.verdict = new Choice(this, 'verdict', 'Does what differs follow from it?', numbered(schema.verdicts.map((name) => [name, name])), send('verdict'), { key: 'i' });
    this.verdictNote = new Note('Note on the intervention', send('verdict_note'));
    const here = make('button', { type: 'button', textContent: 'Set to this frame' });
    here.addEventListener('click', () => this.viewer.send({ do: 'verdict_time', index: this.viewer.frame }));
    this.clearTime = make('button', { type: 'button', textContent: 'Clear' });
    this.clearTime.addEventListener('click', () => this.viewer.send({ do: 'verdict_time', index: null }));
    this.verdictTime = make('b', {});
    const blocks = [];
    if (schema.violations) blocks.push(this.block('breaks', [this.why, this.type.element, make('div', { className: 'beside' }, [this.severity.element, this.note.element])]));
    const others = [];
    if (schema.preference) others.push(this.block('preference', [make('h2', { textContent: 'Preference' }), this.winner.element, this.confidence.element, ...this.rubric.map((one) => one.element)]));
    if (schema.counterfactual) others.push(this.block('counterfactual', [make('h2', { textContent: 'Intervention' }), this.verdict.element, make('div', { className: 'when' }, [make('span', { textContent: 'Seen at' }), this.verdictTime, here, this.clearTime]), this.verdictNote.element]));
    this.groups = { type: this.type, severity: this.severity, note: this.note, winner: schema.preference && this.winner, confidence: schema.preference && this.confidence, rubric: schema.preference && this.rubric[0], verdict: schema.counterfactual && this.verdict };
    this.element.replaceChildren(...blocks, ...(others.length ? [make('div', { className: 'others' }, others)] : []));
  }

  block(name, parts) {
    return make('section', { className: `block ${name}` }, parts);
  }

  show(data) {
    const mark = data.marks.find((one) => one.selected);
    this.why.textContent = mark ? `Break in ${data.panels[mark.panel].label} · ${mark.text}` : 'Break: mark one (m), or choose one ([ and ])';
    this.type.show(mark?.type ?? null, Boolean(mark));
    this.severity.show(mark?.severity ?? null, Boolean(mark));
    this.note.show(mark?.note ?? '', Boolean(mark));
    this.winner.show(data.preference.winner);
    this.confidence.show(data.preference.confidence);
    this.rubric.forEach((one, k) => one.show(data.preference.rubric[k]));
    this.verdict.show(data.verdict.verdict);
    this.verdictTime.textContent = data.verdict.text || 'no time';
    this.clearTime.hidden = !data.verdict.text;
    this.verdictNote.show(data.verdict.note);
  }

  // Notes that are still being typed.
  flush() {
    this.note?.flush();
    this.verdictNote?.flush();
  }

  open(name) {
    const group = this.groups[name];
    if (!group?.enabled) return false;
    group.focus();
    return true;
  }

  leave(choice) {
    const next = this.rubric[this.rubric.indexOf(choice) + 1];
    if (this.rubric.includes(choice) && next) next.focus();
    else this.viewer.takeFocus();
  }
}
