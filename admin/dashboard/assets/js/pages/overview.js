// The overview: how the exchanges of all apps, or of one, came out.
import { get } from '../api.js';
import { bar, proofBand } from '../bar.js';
import { chart, proofChart } from '../chart.js';
import { h, replace } from '../dom.js';
import { count, moment, plural, share } from '../format.js';
import { judges } from '../judges.js';
import { badge, empty, field, loading, narrow, ranges, select, since, when } from '../parts.js';
import { rates } from '../rates.js';
import { address, go } from '../router.js';
import { columns } from '../series.js';
import { counts, verdicts } from '../words.js';
import { known, read } from './filters.js';
import { tops } from './tops.js';
import { live } from './live.js';

const refresh = 30e3;
const mostApps = 10;

export function overview(root, to, signal) {
  const app = to.query.get('app') ?? '';
  const time = chosenTime(read(to.query));
  const figures = h('div', { class: 'stack' });
  const apps = h('div');
  replace(root, head(app, time, apps), h('div', { class: 'overview' }, figures, live(app, signal)));
  const asked = { ...bounds(time), app };
  const before = previous(asked);
  const stats = () => get('/api/stats', asked, signal);
  const show = (counted, chunks, past) => replace(figures, ...panels(counted, chunks, past, app, time));
  const load = () => Promise.all([
    stats(), get('/api/failures', asked, signal), get('/api/stats', { since: since('30d') }, signal), before && get('/api/stats', before, signal),
  ]);
  loading(figures, load, ([counted, { chunks }, month, past]) => {
    replace(apps, appChoice(app, Object.keys(month.by_app), time));
    show(counted, chunks, past);
    narrow.addEventListener('change', () => show(counted, chunks, past), { signal });
    again(figures, signal, async () => show(await stats(), chunks, past));
  });
}

// again counts anew from time to time, unless somebody is at work in the
// figures. The chunks stay as they are: their words are content, and every
// reading of content is logged.
function again(figures, signal, recount) {
  const busy = () => document.hidden || figures.contains(document.activeElement) || figures.querySelector('details[open]');
  const timer = setInterval(() => {
    if (!busy()) recount().catch(() => {}); // the next time, perhaps
  }, refresh);
  signal.addEventListener('abort', () => clearInterval(timer));
}

// chosenTime is the time that a page is about, as addresses name it: a range, or
// a time of one's own.
const chosenTime = ({ range, since: from, until }) => (from || until ? { since: from, until } : { range: range || '24h' });

// bounds are the ends of a time. The last day is part of it; any other time is taken as it is.
const bounds = ({ range, since: from, until }) => (range ? { since: since(range) }
  : { since: from, until: /^\d{4}-\d\d-\d\d$/.test(until) ? new Date(Date.parse(until) + 86400e3).toISOString() : until });

// previous is the time of the same length before a time; null where that has no
// beginning.
function previous({ since: from, until, app }) {
  const start = when(from);
  const length = (until ? when(until) : Date.now()) - start;
  if (!(length > 0)) return null; // it has no beginning, or is none, as the API tells
  return { app, since: new Date(start - length).toISOString(), until: new Date(start).toISOString() };
}

function head(app, time, apps) {
  return h('div', { class: 'headline' },
    h('div', null, app && h('p', { class: 'over' }, 'App'), h('h1', { dir: 'auto' }, app || 'Overview')),
    h('div', { class: 'filters' }, apps, rangeChoice(app, time.range), ownDays(app, time)));
}

// ownDays are fields for a time of one's own.
const ownDays = (app, time) => ['since', 'until'].map((name) => field(name === 'since' ? 'From' : 'To', h('input', {
  type: 'date', value: time[name]?.slice(0, 10) ?? '',
  change: (event) => go(address('/', { app, ...(time.range ? {} : time), [name]: event.currentTarget.value })),
})));

const appChoice = (app, apps, time) => select('App', known(apps, app, 'All apps'), app,
  (value) => go(address('/', { app: value, ...time })));

const rangeChoice = (app, range) => h('div', { class: 'choices', role: 'group', 'aria-label': 'Time' }, ranges.map(([name, text]) => h('button', {
  type: 'button', 'aria-pressed': String(name === range), click: () => go(address('/', { app, range: name })),
}, text)));

function panels(stats, chunks, past, app, time) {
  if (!stats.total) {
    return [h('section', { class: 'panel' }, empty('No exchanges in this time', 'Point an app’s base URL at the gateway, or choose a longer time.'))];
  }
  const ends = bounds(time);
  const to = Math.min(ends.until ? when(ends.until) : Infinity, Date.now());
  const from = when(ends.since || stats.series[0].start);
  const all = columns(stats.series, from, to);
  const open = (column) => go(address('/exchanges', { app, since: new Date(column.start).toISOString(), until: new Date(column.start + column.width).toISOString() }));
  return [
    h('section', { class: 'panel', 'aria-label': 'Verdicts' }, totals(stats, past, time, app), chart(all, open)),
    proofChart(all),
    !app && byApp(stats, time),
    ...tops(stats, chunks, app, time),
    ...rates(stats, all, time),
    judges(stats),
  ];
}

// totals lead with the one rate that is shown everywhere, and what it is made of.
function totals({ figures: f, by_verdict: by, by_proof: proof = {}, kept_from: kept }, past, time, app) {
  const to = (name) => address(counts[name][1] ? '/failures' : '/exchanges', { counts_as: name, ...time, app });
  return [
    h('p', { class: 'rate' }, h('strong', null, share(f.failures, f.verified)), ' ',
      h('span', null, `failure rate: ${plural(f.failures, 'grounding failure')} of ${plural(f.verified, 'verified answer')}`)),
    past && h('p', { class: 'before' }, compared(f, past.figures)),
    kept && h('p', { class: 'small soft' }, `Retention has deleted exchanges that began before ${moment(kept)}: they are not counted here.`),
    h('ul', { class: 'counts' }, Object.keys(counts).filter((name) => f[name]).map((name) => h('li', { class: counts[name][1] ? 'fails' : null, title: counts[name][0] },
      h('a', { href: to(name) }, h('span', { class: 'count n' }, count(f[name])), name)))),
    proofBand(proof, f.verified, (p) => address('/exchanges', { proof: p, ...time, app })),
    bar(by),
    h('ul', { class: 'verdicts' }, Object.keys(verdicts).filter((v) => by[v]).map((v) => h('li', null,
      h('a', { href: address('/exchanges', { verdict: v, ...time, app }), title: verdicts[v][1] },
        h('span', { class: 'count n' }, count(by[v])), badge(v)))))];
}

// compared tells the same rate of the time before.
function compared(f, { failures, verified }) {
  if (!verified) return 'The time before: no verified answer.';
  const points = f.verified ? 100 * (f.failures / f.verified - failures / verified) : 0;
  const change = !f.verified || Math.abs(points) < 0.05 ? '' : `; now ${Math.abs(points).toFixed(1)} points ${points > 0 ? 'higher ▲' : 'lower ▼'}`;
  return [`The time before, of the same length: `, h('strong', null, share(failures, verified)), ` of ${plural(verified, 'verified answer')}${change}.`];
}

// byApp lists the apps, those with most failures first; of many the rest is
// folded away.
function byApp({ by_app: all, verified_by_app: verified, failing_by_app: failed }, time) {
  const apps = Object.keys(all).sort((a, b) => (failed[b] ?? 0) - (failed[a] ?? 0) || all[b] - all[a] || a.localeCompare(b));
  const rows = (some) => appTable(some.map((app) => appRow(app, all[app], verified[app] ?? 0, failed[app] ?? 0, time)));
  const rest = apps.slice(mostApps);
  return h('section', { class: 'panel', 'aria-labelledby': 'h-apps' }, h('h2', { id: 'h-apps' }, 'Apps'), rows(apps.slice(0, mostApps)),
    rest.length > 0 && h('details', null, h('summary', null, `${plural(rest.length, 'more app')}`), rows(rest)));
}

const appTable = (rows) => h('div', { class: 'scroll' }, h('table', { class: 'apps' },
  h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'App'), ['Exchanges', 'Verified', 'Failures', 'Failure rate'].map((name) => h('th', { scope: 'col', class: 'n' }, name)))),
  h('tbody', null, rows)));

// appRow is an app's line; calls whose key nobody knows are of none.
const appRow = (app, n, verified, failed, time) => h('tr', null,
  h('th', { scope: 'row' }, app ? h('a', { href: address('/', { app, ...time }), dir: 'auto' }, app, app.endsWith(':shadow') && h('span', { class: 'soft small' }, ' never served, in no total')) : h('span', { class: 'soft' }, 'of no app')),
  h('td', { class: 'n' }, count(n)), h('td', { class: 'n' }, count(verified)),
  h('td', { class: 'n' }, failed ? h('a', { href: address('/failures', { app, ...time }) }, count(failed)) : '0'),
  h('td', { class: 'n' }, share(failed, verified)));
