// What every page has to be, whoever looks at it and however. The functions
// run inside the page.

// faint lists texts whose contrast with what is behind them is below 4.5, or
// below 3 for large ones (WCAG 2.2, 1.4.3).
export function faint() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const paint = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const out = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest('.unseen, .skip, svg, option, noscript')) continue;
    const behind = [];
    for (let e = element; e; e = e.parentElement) behind.unshift(getComputedStyle(e).backgroundColor);
    const style = getComputedStyle(element);
    const back = ['canvas', ...behind];
    const [a, b] = [luminance(paint(back)), luminance(paint([...back, style.color]))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) out.add(`${contrast.toFixed(2)} ${element.className || element.tagName}: ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...out];
}

// nameless lists controls that a screen reader could not name, and other
// faults of structure.
export function nameless() {
  const out = [];
  for (const e of document.querySelectorAll('a[href], button, select, input, summary, [tabindex="0"]')) {
    const label = e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent.trim() || e.getAttribute('placeholder');
    if (!label) out.push(e.outerHTML.slice(0, 120));
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) out.push(`the id ${id} is there twice`);
  for (const e of document.querySelectorAll('[aria-labelledby]')) if (!document.getElementById(e.getAttribute('aria-labelledby'))) out.push(`${e.tagName} is named by nothing`);
  for (const tag of ['main', 'h1', 'nav', 'header']) if (!document.querySelector(tag)) out.push(`no ${tag}`);
  if (document.querySelectorAll('h1').length > 1) out.push('two h1');
  return out;
}

// tooWide tells how far the page can be scrolled sideways.
export const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
