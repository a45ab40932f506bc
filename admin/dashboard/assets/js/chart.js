// Verdicts over time: stacked columns, drawn as SVG. The same figures stand in
// a table below, and the arrow keys read the columns out.
import { h, replace, say, svg } from './dom.js';
import { count, plural, share } from './format.js';
import { narrow } from './parts.js';
import { span, ticks, unit } from './series.js';
import { proofs, verdicts } from './words.js';

const height = 220;
const foot = 36;
const above = 20;
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
    viewBox: `0 ${-above} ${width} ${height + foot + above}`, class: 'chart', role: 'img', tabindex: 0,
    'aria-label': `Verdicts over time. ${summary(all)}. Use the arrow keys to read the columns, and Enter to open one.`,
  },
  grid(top, width, (part) => (part * top % 1 ? '' : count(part * top))), axes(`exchanges ${unit(all)[0]}`, unit(all)[1], width), bars, labels(all, step, width));
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

// axes name what is drawn, and in which units.
const axes = (up, along, width) => [svg('text', { class: 'tick', x: 0, y: 4 - above / 2 }, up), svg('text', { class: 'tick', x: width, y: height + 33, 'text-anchor': 'end' }, along)];

// proofChart draws how verified answers are backed, as shares of each column; null
// where nothing tells.
export function proofChart(all) {
  const shown = Object.keys(proofs).filter((p) => all.some((c) => c.proofs[p]));
  if (!shown.length) return null;
  const width = narrow.matches ? 340 : 960;
  const step = (width - side) / all.length;
  const columns = all.map((column, i) => {
    const total = shown.reduce((n, p) => n + (column.proofs[p] ?? 0), 0);
    let y = height;
    return shown.filter((p) => column.proofs[p]).map((p) => {
      const size = (column.proofs[p] / total) * (height - 12);
      y -= size;
      return svg('rect', { class: `p-${p}`, x: side + i * step, y, width: Math.max(step, 0.5), height: size }, svg('title', null, `${span(column)}: ${share(column.proofs[p], total)} ${p}`));
    });
  });
  return h('section', { class: 'panel', 'aria-labelledby': 'h-proof' }, h('h2', { id: 'h-proof' }, 'Proof over time'),
    h('p', { class: 'small soft note-below' }, 'How verified answers are backed, as a share of each column.'),
    svg('svg', { viewBox: `0 ${-above} ${width} ${height + foot + above}`, class: 'chart', role: 'img', 'aria-label': 'Proof over time; the table below has the figures.' },
      grid(1, width, (part) => `${100 * part} %`), axes('verified answers', unit(all)[1], width), columns, labels(all, step, width)),
    h('ul', { class: 'key' }, shown.map((p) => h('li', null, h('span', { class: `swatch p-${p}`, 'aria-hidden': 'true' }), p, h('span', { class: 'small soft' }, ` ${proofs[p][1]}`)))),
    h('details', { class: 'figures' }, h('summary', null, 'The same as a table'), h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Proof over time' },
      h('table', null, h('thead', null, h('tr', null, ['From', ...shown].map((name, i) => h('th', { scope: 'col', class: i > 0 ? 'n' : null }, name)))),
        h('tbody', null, all.toReversed().map((c) => h('tr', null, h('th', { scope: 'row' }, span(c)), shown.map((p) => h('td', { class: 'n' }, count(c.proofs[p]))))))))));
}

function grid(top, width, name) {
  return [0, 0.5, 1].map((part) => {
    const y = height - part * (height - 12);
    return [svg('line', { class: 'rule', x1: side, x2: width, y1: y, y2: y }),
      svg('text', { class: 'tick', x: side - 8, y: y + 4, 'text-anchor': 'end' }, name(part))];
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
