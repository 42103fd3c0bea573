// Playing at the clock's own times, slower or faster; what is due is shown, nothing is skipped while frames are loading.

const SPEEDS = [0.1, 0.25, 0.5, 1, 2];

class Playback {
  constructor(viewer) {
    this.viewer = viewer;
    this.speed = 1;
    this.running = this.loop = false;
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  play() {
    const { viewer } = this;
    this.running = true;
    viewer.travel = 1;
    if (viewer.wanted === viewer.last) viewer.seek(0);
    let before = performance.now();
    let media = viewer.data.times[viewer.wanted];
    const tick = (now) => {
      if (!this.running) return;
      // While frames are missing the clock stands still: playback may wait, but it does not skip for that reason.
      if (viewer.waiting === undefined) media += ((now - before) / 1000) * this.speed;
      before = now;
      const next = this.due(media);
      if (next === null && this.loop) {
        media = viewer.data.times[0];
        viewer.seek(0);
      } else if (next === null) {
        this.pause();
        return;
      } else if (next !== viewer.wanted) {
        viewer.seek(next);
      }
      this.ticking = requestAnimationFrame(tick);
    };
    this.ticking = requestAnimationFrame(tick);
    this.tell();
  }

  // The position at a time of the clock, or null when the last frame has had its time.
  due(media) {
    const { wanted, last, data: { times } } = this.viewer;
    let next = wanted;
    while (next < last && times[next + 1] <= media) next++;
    const lasts = last > 0 ? times[last] - times[last - 1] : 0;
    return next === last && media >= times[last] + lasts ? null : next;
  }

  pause() {
    if (!this.running) return;
    this.running = false;
    cancelAnimationFrame(this.ticking);
    this.tell();
    this.viewer.restSoon();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.viewer.part('.speed').value = speed;
  }

  changeSpeed(by) {
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + by))]);
  }

  tell() {
    const { root, part } = this.viewer;
    root.classList.toggle('playing', this.running);
    part('[data-action=play]').setAttribute('aria-label', this.running ? 'Pause' : 'Play');
    part('.clock').setAttribute('aria-live', this.running ? 'off' : 'polite');
  }
}
