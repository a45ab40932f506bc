// Verdicts over time: stacked columns, drawn as SVG. The same figures stand in
// a table below, and the arrow keys read the columns out.
import { h, replace, say, svg } from './dom.js';
import { count, plural } from './format.js';
import { span, ticks } from './series.js';
import { verdicts } from './words.js';

// A phone gets a drawing of its own: one for a large screen would be too fine.
const narrow = matchMedia('(max-width: 36rem)');
const height = 220;
const foot = 22;
const side = 44;

// chart draws columns (see series.js); open is called with the one that is
// clicked.
export function chart(all, open) {
  const shown = Object.keys(verdicts).filter((v) => all.some((c) => c.counts[v]));
  const top = nice(Math.max(1, ...all.map((c) => c.total)));
  const readout = h('p', { class: 'readout small', 'aria-hidden': 'true' }, summary(all));
  const width = narrow.matches ? 340 : 960;
  const step = (width - side) / all.length;
  const bars = all.map((column, i) => bar(column, shown, top, side + i * step, step));
  const drawing = svg('svg', {
    viewBox: `0 0 ${width} ${height + foot}`, class: 'chart', role: 'img', tabindex: 0,
    'aria-label': `Verdicts over time. ${summary(all)}. Use the arrow keys to read the columns, and Enter to open one.`,
  },
  grid(top, width), bars, labels(all, step, width));
  let at = -1;
  const pick = (i, aloud) => {
    bars[at]?.classList.remove('picked');
    at = i;
    bars[at]?.classList.add('picked');
    replace(readout, at < 0 ? summary(all) : reading(all[at], shown));
    if (aloud && at >= 0) say(reading(all[at], shown));
  };
  bars.forEach((b, i) => {
    b.addEventListener('pointerenter', () => pick(i));
    b.addEventListener('click', () => open(all[i]));
  });
  drawing.addEventListener('pointerleave', () => pick(-1));
  drawing.addEventListener('blur', () => pick(-1));
  drawing.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && at >= 0) open(all[at]);
    const to = { ArrowLeft: (at < 0 ? all.length : at) - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pick(Math.min(Math.max(to, 0), all.length - 1), true);
  });
  return h('figure', { class: 'over-time' }, drawing, readout, table(all, shown));
}

const summary = (all) => `${plural(all.reduce((n, c) => n + c.total, 0), 'exchange')} in ${plural(all.length, 'column')}, ${span(all[0])} to ${span(all.at(-1))}`;

const reading = (column, shown) => {
  const parts = shown.filter((v) => column.counts[v]).map((v) => `${v} ${count(column.counts[v])}`);
  return `${span(column)}: ${parts.join(', ') || 'nothing'}`;
};

// bar is one column: a stack, and a field for the pointer over its whole
// height.
function bar(column, shown, top, x, step) {
  const gap = Math.min(3, step / 5);
  let y = height;
  const parts = shown.filter((v) => column.counts[v]).map((v) => {
    const size = (column.counts[v] / top) * (height - 12);
    y -= size;
    return svg('rect', { class: `v-${v}`, x: x + gap / 2, y, width: Math.max(step - gap, 0.5), height: size });
  });
  return svg('g', { class: 'column' }, svg('rect', { class: 'field', x, y: 0, width: step, height }), parts);
}

function grid(top, width) {
  return [0, 0.5, 1].map((part) => {
    const y = height - part * (height - 12);
    return [svg('line', { class: 'rule', x1: side, x2: width, y1: y, y2: y }),
      svg('text', { class: 'tick', x: side - 8, y: y + 4, 'text-anchor': 'end' }, part * top % 1 ? '' : count(part * top))];
  });
}

const labels = (all, step, width) => ticks(all, width < 500 ? 3 : 7).map((i) => svg('text', {
  class: 'tick', x: Math.min(side + (i + 0.5) * step, width - 26), y: height + 17, 'text-anchor': 'middle',
}, span(all[i])));

function table(all, shown) {
  const head = ['From', ...shown, 'all'].map((name, i) => h('th', { scope: 'col', class: i > 0 ? 'n' : null }, name));
  const row = (c) => h('tr', null, h('th', { scope: 'row' }, span(c)), [...shown.map((v) => c.counts[v]), c.total].map((n) => h('td', { class: 'n' }, count(n))));
  return h('details', { class: 'figures' }, h('summary', null, 'The same as a table'),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Verdicts over time' },
      h('table', null, h('caption', null, 'Verdicts over time, newest first'), h('thead', null, h('tr', null, head)), h('tbody', null, all.toReversed().map(row)))));
}

// nice is the next round number: 1, 2, 4, 5 or 10 times a power of ten.
function nice(n) {
  const power = 10 ** Math.floor(Math.log10(n));
  return [1, 2, 4, 5, 10].map((x) => x * power).find((x) => x >= n);
}
