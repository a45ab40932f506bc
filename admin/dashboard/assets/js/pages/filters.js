// The filters of the failures list: in the address, so that a view can be
// shared, and in fields.
import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { field, ranges, select, since } from '../parts.js';
import { failing, findings, verdicts } from '../words.js';

const names = ['app', 'verdict', 'finding', 'model', 'range', 'q'];

// read takes the filters out of a query.
export const read = (query) => Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));

// request is what the API is asked for.
export const request = ({ app, verdict, finding, model, range, q }) => ({
  app, finding, model, q: q.trim(), verdict: verdict || failing.join(','), since: since(range),
});

// filters are the fields; change is called when one of them has changed what
// is chosen.
export function filters(chosen, signal, change) {
  const set = (name) => (value) => {
    chosen[name] = value;
    change();
  };
  const pick = (name, label, options) => select(label, options, chosen[name], set(name));
  const apps = h('div', null, pick('app', 'App', known([], chosen.app, 'All apps')));
  const models = h('div', null, pick('model', 'Model', known([], chosen.model, 'All models')));
  get('/api/stats', { since: since('90d') }, signal).then((stats) => {
    replace(apps, pick('app', 'App', known(Object.keys(stats.by_app ?? {}), chosen.app, 'All apps')));
    replace(models, pick('model', 'Model', known(Object.keys(stats.by_model ?? {}), chosen.model, 'All models')));
  }, () => {}); // without figures the fields hold what is chosen; the list tells what is wrong
  return h('form', { class: 'filters bar-of-filters', role: 'search', 'aria-label': 'Filter', submit: (event) => event.preventDefault() },
    text(chosen, set('q')), apps,
    pick('verdict', 'Verdict', [['', 'All that fail'], ...Object.keys(verdicts).map((v) => [v, v])]),
    pick('finding', 'Finding', [['', 'Any finding'], ...Object.keys(findings).sort().map((f) => [f, f])]),
    models, pick('range', 'Time', [['', 'All time'], ...ranges.map(([name, label]) => [name, label])]));
}

const known = (list, chosen, all) => [['', all], ...[...new Set(chosen ? [...list, chosen] : list)].sort().map((x) => [x, x])];

const rest = 300; // milliseconds after the last stroke

function text(chosen, change) {
  let timer;
  const control = h('input', {
    type: 'search', placeholder: 'Words of question or answer', value: chosen.q, maxlength: 200, dir: 'auto', id: 'search',
    input: () => {
      clearTimeout(timer);
      timer = setTimeout(() => change(control.value), rest);
    },
  });
  return field('Text', control, 'grow');
}
