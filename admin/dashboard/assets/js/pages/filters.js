// The filters of a list of exchanges: in the address, so that a view can be
// shared, and in fields.
import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { field, narrow, ranges, select, since } from '../parts.js';
import { counts, findings, proofs, verdicts } from '../words.js';

const names = ['app', 'counts_as', 'proof', 'verdict', 'finding', 'document', 'chunk', 'model', 'user', 'conversation', 'failing', 'feedback', 'reviewed', 'range', 'since', 'until', 'q'];

// read takes the filters out of a query. How long ago (`since=24h`) is a range, which the fields show, where the time has no other end; a day is not.
export const read = (query) => {
  const chosen = Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
  if (chosen.feedback === 'true' && !chosen.reviewed) [chosen.reviewed, chosen.feedback] = ['true', '']; // the same, which a field shows
  return /^\d+[a-z]$/.test(chosen.since) && !chosen.until ? { ...chosen, range: chosen.since, since: '' } : chosen;
};

// request is what the API is asked for. Days that somebody chose count before a
// range; the server takes the last of them for part of the time.
export const request = ({ app, counts_as, proof, verdict, finding, document, chunk, model, user, conversation, failing, feedback, reviewed, range, since: from, until, q }, view) => ({
  app, counts_as, proof, finding, document, chunk, model, user, conversation, feedback, reviewed, q: q.trim(), verdict, failing: view.failing ? 'true' : failing,
  since: from || (until ? '' : since(range)), until,
});

// filters are the fields; change is called when one of them has changed what
// is chosen.
export function filters(chosen, signal, view, change) {
  const set = (name) => (value) => {
    chosen[name] = value;
    change();
  };
  const pick = (name, label, options) => select(label, options, chosen[name], set(name));
  // several may stand in the address, with commas between them: they are an option of their own.
  const several = (name, label, all, values) => pick(name, label, [['', all], ...values.map((v) => [v, v]), ...(chosen[name].includes(',') ? [[chosen[name], chosen[name]]] : [])]);
  const apps = h('div', null, pick('app', 'App', known([], chosen.app, 'All apps')));
  const models = h('div', null, pick('model', 'Model', known([], chosen.model, 'All models')));
  get('/api/stats', { since: since('90d') }, signal).then((stats) => {
    replace(apps, pick('app', 'App', known(Object.keys(stats.by_app ?? {}), chosen.app, 'All apps')));
    replace(models, pick('model', 'Model', known(Object.keys(stats.by_model ?? {}), chosen.model, 'All models')));
  }, () => {}); // without figures the fields hold what is chosen; the list tells what is wrong
  return h('form', { class: 'filters bar-of-filters', role: 'search', 'aria-label': 'Filter', submit: (event) => event.preventDefault() },
    text(chosen, set('q')), apps,
    several('counts_as', 'Counts as', view.failing ? 'Any failure' : 'Anything', Object.keys(counts).filter((c) => counts[c][1] || !view.failing)),
    pick('range', 'Time', [['', 'All time'], ...ranges, ...(ranges.some(([name]) => name === chosen.range) || !chosen.range ? [] : [[chosen.range, chosen.range]])]),
    folded(chosen, [
      several('proof', 'Proof', 'Any proof', Object.keys(proofs)),
      several('verdict', 'Verdict', view.failing ? 'All that fail' : 'All', Object.keys(verdicts)),
      pick('finding', 'Finding', [['', 'Any finding'], ...Object.keys(findings).sort().map((f) => [f, f])]),
      models, word('User', 'user', chosen, change), word('Conversation', 'conversation', chosen, change),
      word('Document', 'document', chosen, change), word('Chunk', 'chunk', chosen, change), 
      chosen.failing && !view.failing && pick('failing', 'Failing', [['', 'All'], ['true', 'Failures']]), pick('reviewed', 'Review', [['', 'All'], ['false', 'Unreviewed'], ['true', 'Reviewed']]),
      day('From', 'since', chosen, change), day('To', 'until', chosen, change)]));
}

// folded are the fields that few need: a phone shows them on demand, or where one of them chooses something.
function folded(chosen, fields) {
  if (!narrow.matches) return fields;
  const front = ['app', 'counts_as', 'range', 'q'];
  const open = names.some((name) => chosen[name] && !front.includes(name));
  return h('details', { class: 'more-filters', open }, h('summary', null, 'More filters'), h('div', { class: 'bar-of-filters' }, fields));
}

// known are the options of a field; a call of nobody's app has no name to be chosen.
export const known = (list, chosen, all) => [['', all], ...[...new Set([...list, chosen])].filter(Boolean).sort().map((x) => [x, x])];

// word is a field for a name that is written whole.
const word = (label, name, chosen, change) => field(label, h('input', {
  type: 'text', value: chosen[name], maxlength: 200, dir: 'auto', spellcheck: 'false', size: 12,
  change: (event) => {
    chosen[name] = event.currentTarget.value.trim();
    change();
  },
}));

// day is a field for one end of a time of one's own.
function day(label, name, chosen, change) {
  const control = h('input', {
    type: 'date', value: chosen[name].slice(0, 10),
    change: () => {
      chosen[name] = control.value;
      change();
    },
  });
  return field(label, control);
}

const rest = 300; // milliseconds after the last stroke

function text(chosen, change) {
  let timer;
  const control = h('input', {
    type: 'search', placeholder: 'Words of question, answer or attempts', value: chosen.q, maxlength: 200, dir: 'auto', id: 'search',
    input: () => {
      clearTimeout(timer);
      timer = setTimeout(() => change(control.value), rest);
    },
  });
  return field('Text', control, 'grow');
}
