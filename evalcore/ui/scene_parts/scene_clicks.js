// Plotly tells of a press on a three-dimensional figure, not of a click: whoever turns the scene would choose whatever
// the pointer happened to be on. A click is a press and a release in one place, on what the pointer points at.

const STILL = 4; // CSS pixels that a hand moves during a click
const LOOK_MS = 300; // the figure may come later than this, and another one may take its place

class Clicks {
  constructor() {
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.down = (event) => { this.pressed = [event.clientX, event.clientY]; };
    this.up = (event) => this.released(event);
    this.over = ({ points }) => { this.pointed = points[0]?.customdata; };
    this.drawn = () => this.turnBack();
    this.out = () => { this.pointed = undefined; };
  }

  look() {
    const found = [...document.querySelectorAll('.js-plotly-plot')].find((plot) => plot.layout?.meta === this.figure);
    if (found && found === this.plot) this.turnBack();
    if (found === this.plot || (found && !found.on)) return;
    this.leave();
    this.plot = found;
    if (!found) return;
    // The drawing stops what it hears from going up.
    found.addEventListener('pointerdown', this.down, true);
    found.addEventListener('pointerup', this.up, true);
    found.on('plotly_hover', this.over);
    found.on('plotly_unhover', this.out);
    found.on('plotly_afterplot', this.drawn);
    if (this.seen !== this.figure) this.camera = undefined; // another sample
    this.seen = this.figure;
    found.dataset.clicks = 'heard';
  }

  released({ clientX, clientY }) {
    if (!this.pressed || this.pointed === undefined) return;
    const [x, y] = this.pressed;
    if (Math.hypot(clientX - x, clientY - y) < STILL) this.choose(this.pointed);
  }

  // A new figure may come in a new place of the page, where its uirevision knows of no camera: what the reader looked
  // from goes on. The timer calls this too, so that the last camera before a new figure is known.
  turnBack() {
    const layout = this.plot?._fullLayout?.scene;
    const scene = layout?._scene;
    if (!scene?.glplot) return;
    if (this.data !== this.plot.data && this.camera) {
      Object.assign(layout.camera, this.camera);
      scene.setViewport(layout);
    }
    [this.data, this.camera] = [this.plot.data, scene.getCamera()];
  }

  leave() {
    if (!this.plot) return;
    this.plot.removeEventListener('pointerdown', this.down, true);
    this.plot.removeEventListener('pointerup', this.up, true);
    this.plot.removeListener?.('plotly_hover', this.over);
    this.plot.removeListener?.('plotly_unhover', this.out);
    this.plot.removeListener?.('plotly_afterplot', this.drawn);
    delete this.plot.dataset.clicks;
    this.plot = undefined;
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const holder = parentElement.querySelector('.clicks');
  const clicks = holder.clicks ??= new Clicks();
  clicks.figure = data.figure;
  clicks.choose = (id) => setTriggerValue('chosen', id);
  clicks.look();
  return () => {
    clearInterval(clicks.timer);
    clicks.leave();
    delete holder.clicks;
  };
}
