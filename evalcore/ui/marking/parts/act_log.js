// Acts on their way to the server: sent in order, kept until it has taken them.

const SILENCE_MS = 4000; // after which the page says that the app does not answer
const STILL = ['select', 'go', 'retry']; // acts that change no answer

class ActLog {
  constructor(onSilence) {
    this.onSilence = onSilence;
    this.open = []; // acts that the server has not taken yet
    this.sent = 0;
    this.silent = false;
  }

  // Called with what every run of the script says. After a restart of the app, acts that it had not taken are sent again
  // if nothing was saved in between; else what is stored is the truth.
  settle(data, setState) {
    this.setState = setState;
    if (data.opening === this.opening) {
      this.open = this.open.filter(({ n }) => n > data.taken);
    } else {
      const again = data.jumps === this.item && data.revision === this.revision ? this.open : [];
      Object.assign(this, { opening: data.opening, sent: data.taken, open: [] });
      for (const act of again) this.add(act);
      if (again.length) this.post();
    }
    this.item = data.jumps;
    if (this.open.length) return;
    this.revision = data.revision;
    this.rest();
  }

  send(act) {
    this.add(act);
    this.post();
  }

  add(act) {
    this.open.push({ ...act, n: (this.sent += 1) });
  }

  post() {
    this.setState('acts', { opening: this.opening, acts: this.open });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.silent = true;
      this.onSilence();
    }, SILENCE_MS);
  }

  rest() {
    clearTimeout(this.silence);
    this.silent = false;
  }

  // Whether a change of the answer is still under way.
  get waiting() {
    return this.open.some((act) => !STILL.includes(act.do));
  }
}
