// How something went over time, one small drawing for each app or finding. The
// figures stand beside the drawing, so it is no more than a picture.
import { h, svg } from './dom.js';
import { count, share } from './format.js';
import { address } from './router.js';
import { span, unit } from './series.js';

const most = 6;
const width = 240;
const height = 44;

// rates are panels: failing shares by app, findings, and what verifying cost.
export const rates = (stats, all, time) => [
  h('div', { class: 'pairs-of-panels' }, byApp(stats, all, time), byFinding(stats, all, time)),
  cost(stats, all),
];

function byApp(stats, all, time) {
  const failed = stats.failing_by_app ?? {};
  const apps = Object.keys(failed).sort((a, b) => failed[b] - failed[a]).slice(0, most);
  const rows = lines(apps.map((app) => [h('a', { href: address('/failures', { app, ...time }), dir: 'auto' }, app), share(failed[app], stats.verified_by_app[app]),
    all.map((c) => rate(c.byApp[app]))]), 1);
  return panel('h-rates', 'Failure rate by app, over time', rows, all, 'Every drawing reaches from 0 to 100 %. Where nothing was verified there is no line.');
}

const rate = (n) => (n?.verified ? n.failing / n.verified : null); // nothing was verified: there is no rate

function byFinding(stats, all, time) {
  const by = stats.by_finding ?? {};
  const codes = Object.keys(by).sort((a, b) => by[b] - by[a]).slice(0, most);
  const values = codes.map((finding) => all.map((c) => c.byFinding[finding] ?? 0));
  const top = Math.max(...values.flat(), 1);
  const rows = lines(codes.map((finding, i) => [h('a', { href: address('/failures', { finding, app: time.app, ...time }) }, h('code', null, finding)), count(by[finding]), values[i]]), top);
  return panel('h-finding-rates', 'Findings over time', rows, all, `Every drawing reaches from 0 to ${count(top)} ${unit(all)[0]}.`);
}

const lines = (rows, top) => rows.map((row) => line(...row, top));

// line is a row: a name, its figure, its drawing, which reaches up to a value.
function line(name, figure, values, top) {
  const step = (width - 6) / Math.max(values.length - 1, 1);
  const at = (i) => `${(3 + i * step).toFixed(1)},${(height - 3 - (values[i] / top) * (height - 8)).toFixed(1)}`;
  return h('li', { class: 'rate-line' }, h('span', null, name), h('strong', { class: 'n' }, figure),
    svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'spark', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
      svg('line', { class: 'rule', x1: 0, x2: width, y1: height - 2, y2: height - 2 }), runs(values).map(([from, to]) => svg('polyline', { class: from === to ? 'dot' : null, points: (from === to ? [from, to] : [...Array(to - from + 1).keys()].map((i) => from + i)).map(at).join(' ') }))));
}

// runs are the stretches, from and to, in which there is a value for each column.
function runs(values) {
  const out = [];
  values.forEach((v, i) => {
    if (v === null) return;
    if (out.at(-1)?.[1] === i - 1) out.at(-1)[1] = i;
    else out.push([i, i]);
  });
  return out;
}

const panel = (id, title, rows, all, scale) => h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id }, title),
  rows.length > 0 && h('p', { class: 'small soft note-below' }, `${span(all[0])} to ${span(all.at(-1))}, ${unit(all).join(', ')}. ${scale}`),
  rows.length ? h('ul', { class: 'rate-lines' }, rows) : h('p', { class: 'soft' }, 'Nothing failed in this time.'));

function cost({ cost: c }, all) {
  if (!c?.tokens) return null;
  const fact = (name, value, note) => h('div', null, h('dt', null, name), h('dd', { class: 'n' }, h('strong', null, value), h('span', { class: 'small soft' }, note)));
  return h('section', { class: 'panel', 'aria-labelledby': 'h-cost' }, h('h2', { id: 'h-cost' }, 'What verifying cost'),
    h('p', { class: 'small soft note-below' }, 'Tokens of all calls of the model, and of those that repaired an answer.'),
    h('dl', { class: 'costs' },
      fact('Tokens spent on repair', share(c.tokens_again, c.tokens), ` ${count(c.tokens_again)} of ${count(c.tokens)}`)),
    details(all));
}

const details = (all) => h('details', { class: 'figures' }, h('summary', null, 'Over time'), h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Cost over time' },
  h('table', null, h('thead', null, h('tr', null, ['From', 'tokens', 'tokens on repair'].map((name, i) => h('th', { scope: 'col', class: i ? 'n' : null }, name)))),
    h('tbody', null, all.filter((c) => c.cost.tokens).toReversed().map((c) => h('tr', null, h('th', { scope: 'row' }, span(c)),
      [count(c.cost.tokens), count(c.cost.tokens_again)].map((v) => h('td', { class: 'n' }, v))))))));
