// One line that shows how a whole falls into verdicts. The figures stand
// beside it in words, so it is no more than a picture.
import { svg } from './dom.js';
import { verdicts } from './words.js';

export function bar(counts) {
  const total = Object.values(counts).reduce((a, b) => a + b, 0);
  let x = 0;
  const parts = Object.keys(verdicts).filter((v) => counts[v]).map((v) => {
    const width = (1000 * counts[v]) / total;
    x += width;
    return svg('rect', { class: `v-${v}`, x: x - width, y: 0, width, height: 16 });
  });
  return svg('svg', { class: 'bar', viewBox: '0 0 1000 16', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' }, parts);
}
