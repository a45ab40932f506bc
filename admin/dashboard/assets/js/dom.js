// Building elements. Text only ever becomes text nodes, never markup: what
// models and documents say is shown as it stands, whatever it looks like.
const SVG = 'http://www.w3.org/2000/svg';

// h makes an HTML element. A property that is a function is a listener for the
// event of its name; null and false leave an attribute out.
export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

// svg makes an element of a drawing.
export const svg = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

// add appends children: nodes, texts, numbers, lists of them; null and false
// are nothing.
export function add(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

// replace puts children where others were.
export function replace(element, ...children) {
  element.replaceChildren();
  return add(element, children);
}

// words is an element for text of unknown language and direction.
export const words = (tag, className, text) => h(tag, { class: className, dir: 'auto' }, text);

// outside is a link to another site, or plain text where the address is none
// of the web: what a document names as its address is not trusted.
export function outside(address, text) {
  if (!/^https?:\/\//i.test(address ?? '')) return h('bdi', null, text);
  return h('a', { href: address, target: '_blank', rel: 'noreferrer noopener' }, h('bdi', null, text));
}

// say tells something to users of screen readers.
export function say(text) {
  document.getElementById('said').textContent = text;
}
