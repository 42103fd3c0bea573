// Puts a viewer onto the page and tells it of every run of the script.
export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector('.viewer');
  root.viewer ??= new FrameViewer(root);
  const { viewer } = root;
  viewer.update(data, (frame) => setStateValue('frame', frame));
  return () => viewer.close();
}
