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
const mostApps = 10;

export function overview(root, to, signal) {
  const app = to.query.get('app') ?? '';
  const range = ranges.some(([name]) => name === to.query.get('range')) ? to.query.get('range') : '24h';
  const figures = h('div', { class: 'stack' });
  const apps = h('div');
  replace(root, head(app, range, apps), h('div', { class: 'overview' }, figures, live(app, signal)));
  const stats = () => get('/api/stats', { since: since(range), app }, signal);
  const show = (counted, failures) => replace(figures, ...panels(counted, failures, app, range));
  const load = () => Promise.all([
    stats(), get('/api/failures', { since: since(range), app }, signal), get('/api/stats', { since: since('30d') }, signal),
  ]);
  loading(figures, load, ([counted, failures, month]) => {
    replace(apps, appChoice(app, Object.keys(month.by_app), range));
    show(counted, failures);
    again(figures, signal, async () => show(await stats(), failures));
  });
}

// again counts anew from time to time, unless somebody is at work in the
// figures. What fails most stays as it is: its words are content, and every
// reading of content is logged.
function again(figures, signal, recount) {
  const busy = () => document.hidden || figures.contains(document.activeElement) || figures.querySelector('details[open]');
  const timer = setInterval(() => {
    if (!busy()) recount().catch(() => {}); // the next time, perhaps
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

// byApp lists the apps, those with most failures first; of many the rest is
// folded away.
function byApp({ by_app: all, failing_by_app: failed }, range) {
  const apps = Object.keys(all).sort((a, b) => (failed[b] ?? 0) - (failed[a] ?? 0) || all[b] - all[a] || a.localeCompare(b));
  const rows = (some) => appTable(some.map((app) => appRow(app, all[app], failed[app] ?? 0, range)));
  const rest = apps.slice(mostApps);
  return h('section', { class: 'panel', 'aria-labelledby': 'h-apps' }, h('h2', { id: 'h-apps' }, 'Apps'), rows(apps.slice(0, mostApps)),
    rest.length > 0 && h('details', null, h('summary', null, `${plural(rest.length, 'more app')}`), rows(rest)));
}

const appTable = (rows) => h('div', { class: 'scroll' }, h('table', { class: 'apps' },
  h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'App'), ['Exchanges', 'Failing', 'Share'].map((name) => h('th', { scope: 'col', class: 'n' }, name)))),
  h('tbody', null, rows)));

const appRow = (app, n, failed, range) => h('tr', null,
  h('th', { scope: 'row' }, h('a', { href: address('/', { app, range }), dir: 'auto' }, app)),
  h('td', { class: 'n' }, count(n)),
  h('td', { class: 'n' }, failed ? h('a', { href: address('/failures', { app, range }) }, count(failed)) : '0'),
  h('td', { class: 'n' }, share(failed, n)));
