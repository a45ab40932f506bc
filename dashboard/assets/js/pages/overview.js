// The overview: how the exchanges of all apps, or of one, came out.
import { get } from '../api.js';
import { bar } from '../bar.js';
import { chart } from '../chart.js';
import { h, replace } from '../dom.js';
import { count, plural, share } from '../format.js';
import { badge, empty, loading, ranges, select, since } from '../parts.js';
import { address, go } from '../router.js';
import { columns } from '../series.js';
import { failing, verdicts } from '../words.js';
import { tops } from './tops.js';
import { live } from './live.js';

const refresh = 30e3;

export function overview(root, to, signal) {
  const app = to.query.get('app') ?? '';
  const range = ranges.some(([name]) => name === to.query.get('range')) ? to.query.get('range') : '24h';
  const figures = h('div', { class: 'stack' });
  const apps = h('div', { class: 'field-slot' });
  replace(root, head(app, range, apps), h('div', { class: 'overview' }, figures, live(app, signal)));
  const load = () => Promise.all([
    get('/api/stats', { since: since(range), app }, signal),
    get('/api/failures', { since: since(range), app }, signal),
    get('/api/stats', { since: since('30d') }, signal),
  ]);
  const show = ([stats, failures, month]) => {
    replace(apps, appChoice(app, Object.keys(month.by_app ?? {}), range));
    replace(figures, ...panels(stats, failures, app, range));
  };
  loading(figures, load, show);
  const timer = setInterval(() => {
    if (!document.hidden && !figures.contains(document.activeElement) && !figures.querySelector('details[open]')) load().then(show, () => {});
  }, refresh);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function head(app, range, apps) {
  return h('div', { class: 'headline' },
    h('div', null, app && h('p', { class: 'over' }, 'App'), h('h1', { dir: 'auto' }, app || 'Overview')),
    h('div', { class: 'filters' }, apps, rangeChoice(app, range)));
}

const appChoice = (app, known, range) => select('App', [['', 'All apps'], ...[...new Set([...known, ...(app ? [app] : [])])].sort().map((a) => [a, a])], app,
  (value) => go(address('/', { app: value, range })));

const rangeChoice = (app, range) => h('div', { class: 'choices', role: 'group', 'aria-label': 'Time' }, ranges.map(([name, text]) => h('button', {
  type: 'button', 'aria-pressed': String(name === range), click: () => go(address('/', { app, range: name })),
}, text)));

function panels(stats, failures, app, range) {
  if (!stats.total) {
    return [h('section', { class: 'panel' }, empty('No exchanges in this time', 'Point an app’s base URL at the gateway, or choose a longer time.'))];
  }
  const to = Date.now();
  const from = Date.parse(since(range, to));
  return [
    h('section', { class: 'panel', 'aria-label': 'Verdicts' }, totals(stats.by_verdict, range, app), chart(columns(stats.series, from, to))),
    !app && byApp(stats, range),
    ...tops(stats, failures, app, range),
  ];
}

// totals lead with the one figure that matters: of the answers that were
// verified, how many reached their reader whole and proven.
function totals(by, range, app) {
  const sum = (...names) => names.reduce((n, v) => n + (by[v] ?? 0), 0);
  const proven = sum('grounded', 'healed', 'repaired');
  const judged = proven + sum('declined', ...failing);
  return [
    h('p', { class: 'rate' }, h('strong', null, share(proven, judged)), ' ',
      h('span', null, `of ${plural(judged, 'verified answer')} reached the reader whole and proven`)),
    bar(by),
    h('ul', { class: 'verdicts' }, Object.keys(verdicts).filter((v) => by[v]).map((v) => h('li', null,
      h('a', { href: failing.includes(v) ? address('/failures', { verdict: v, range, app }) : null, title: verdicts[v][1] },
        h('span', { class: 'count n' }, count(by[v])), badge(v)))))];
}

function byApp(stats, range) {
  const rows = Object.entries(stats.by_app).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return h('section', { class: 'panel', 'aria-labelledby': 'h-apps' }, h('h2', { id: 'h-apps' }, 'Apps'),
    h('div', { class: 'scroll' }, h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'App'), ['Exchanges', 'Failing', 'Share'].map((name) => h('th', { scope: 'col', class: 'n' }, name)))),
      h('tbody', null, rows.map(([app, n]) => appRow(app, n, stats.failing_by_app[app] ?? 0, range))))));
}

const appRow = (app, n, failed, range) => h('tr', null,
  h('th', { scope: 'row' }, h('a', { href: address('/', { app, range }), dir: 'auto' }, app)),
  h('td', { class: 'n' }, count(n)),
  h('td', { class: 'n' }, failed ? h('a', { href: address('/failures', { app, range }) }, count(failed)) : '0'),
  h('td', { class: 'n' }, share(failed, n)));
