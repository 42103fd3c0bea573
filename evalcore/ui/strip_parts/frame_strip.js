const LARGE = 420; // CSS pixels; of wider pictures a page shows no two side by side

function made(tag, className, text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function picture({ frame, time }, index, data, choose) {
  const item = document.createElement('li');
  const button = made('button', '');
  button.type = 'button';
  button.title = 'Show this frame in the viewer';
  const image = document.createElement('img');
  image.src = `${data.folder}/${index}.webp`;
  image.alt = `Picture ${index + 1} of ${data.pictures.length}: frame ${frame}, ${time.toFixed(3)} s`;
  image.width = data.width;
  image.height = data.height;
  // One pixel of the picture is one of the screen's.
  image.style.width = `${data.width / devicePixelRatio}px`;
  image.style.height = `${data.height / devicePixelRatio}px`;
  const caption = made('span', 'caption');
  caption.append(
    made('b', '', `${index + 1}`),
    made('span', 'time', `${time.toFixed(3)} s`),
    made('span', 'index', `frame ${frame}`),
  );
  button.append(image, caption);
  button.addEventListener('click', () => choose(frame));
  item.append(button);
  return item;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const strip = parentElement.querySelector('.strip');
  strip.choose = (frame) => {
    setTriggerValue('chosen', frame);
    document.getElementById(data.target)?.scrollIntoView();
  };
  const drawn = JSON.stringify([data, devicePixelRatio]);
  if (strip.dataset.drawn === drawn) return; // a rerun must not take the focus away
  strip.dataset.drawn = drawn;
  strip.classList.toggle('large', data.width / devicePixelRatio > LARGE);
  const pictures = data.pictures.map((one, index) => picture(one, index, data, (frame) => strip.choose(frame)));
  strip.replaceChildren(...pictures);
}
