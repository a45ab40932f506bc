// Lines that show how a whole falls into parts. The figures stand beside them in
// words, so they are no more than pictures.
import { h, svg } from './dom.js';
import { count, share } from './format.js';
import { proofs, verdicts } from './words.js';

// bar is a line of verdicts.
export const bar = (counts) => line(Object.keys(verdicts), counts, 'v');

// proofBand is a line of how verified answers are backed, with its figures, which lead to the answers.
export function proofBand(counts, verified, to) {
  const shown = Object.keys(proofs).filter((p) => counts[p]);
  if (!shown.length) return null;
  return h('div', { class: 'proof-band' }, h('p', { class: 'small soft' }, 'Proof: how verified answers are backed'), line(shown, counts, 'p'),
    h('ul', null, shown.map((p) => h('li', { title: proofs[p][1] }, h('a', { href: to(p) }, h('span', { class: `swatch p-${p}`, 'aria-hidden': 'true' }), h('strong', { class: 'n' }, share(counts[p], verified)), ` ${p} (${count(counts[p])})`)))));
}

function line(names, counts, kind) {
  const shown = names.filter((name) => counts[name]);
  const total = shown.reduce((n, name) => n + counts[name], 0);
  let x = 0;
  const parts = shown.map((name) => {
    const width = (1000 * counts[name]) / total;
    x += width;
    return svg('rect', { class: `${kind}-${name}`, x: x - width, y: 0, width, height: 16 });
  });
  return svg('svg', { class: 'bar', viewBox: '0 0 1000 16', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' }, parts);
}
