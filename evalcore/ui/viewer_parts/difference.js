// The absolute difference of two pictures, computed from the very pixels that are on the canvases.

// Inferno by van der Walt and Smith (CC0), 17 points: dark is equal, its lightness rises evenly, and it keeps its order
// under every kind of colour blindness and in grey print.
const INFERNO = ('000004 0b0724 210c4a 3d0965 57106e 71196e 8a226a a32c61 bc3754 '
  + 'd04545 e35933 f1711f f98c0a fcaa0f f9c932 f2e865 fcffa4').split(' ');

// Colours for the summed difference of the three channels, 0..765, as little-endian RGBA; above `max` grey levels the
// last colour stays.
function colourTable(max) {
  const points = INFERNO.map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return Uint32Array.from({ length: 766 }, (_, sum) => {
    const place = Math.min(1, sum / 3 / max) * (points.length - 1);
    const low = Math.min(points.length - 2, Math.floor(place));
    const [r, g, b] = points[low].map((from, c) => Math.round(from + (points[low + 1][c] - from) * (place - low)));
    return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
  });
}

// Paints the heat-map and returns {mean, max} in grey levels: mean of |a - b| over all pixels and channels (the MAD of
// this frame; the sum is an integer, so one division makes it exact), and the largest per-pixel mean.
function paintDifference(contextA, contextB, target, table) {
  const { width, height } = target.canvas;
  const a = contextA.getImageData(0, 0, width, height).data;
  const b = contextB.getImageData(0, 0, width, height);
  // The copy of b is ours to write to: each pixel is read before its colour takes its place.
  const values = b.data;
  const colours = new Uint32Array(values.buffer);
  let total = 0;
  let largest = 0;
  for (let pixel = 0, at = 0; pixel < colours.length; pixel++, at += 4) {
    const sum = Math.abs(a[at] - values[at]) + Math.abs(a[at + 1] - values[at + 1]) + Math.abs(a[at + 2] - values[at + 2]);
    total += sum;
    if (sum > largest) largest = sum;
    colours[pixel] = table[sum];
  }
  target.putImageData(b, 0, 0);
  return { mean: total / (3 * colours.length), max: largest / 3 };
}

// The same colours as a CSS gradient for the legend.
const infernoGradient = `linear-gradient(to right, ${INFERNO.map((hex) => `#${hex}`).join(', ')})`;
