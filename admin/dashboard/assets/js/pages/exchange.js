// One exchange: what was asked, what the model wrote, what it rests on, and
// what the reader got.
import { get } from '../api.js';
import { h, replace, words } from '../dom.js';
import { moment } from '../format.js';
import { legible } from '../legible.js';
import { badge, empty, loading, proofBadge } from '../parts.js';
import { address, decode, go, listed, traceAddress } from '../router.js';
import { shorten } from '../text.js';
import { reasons, verdicts } from '../words.js';
import { answer } from '../exchange/answer.js';
import { attempts } from '../exchange/attempts.js';
import { choices } from '../exchange/choices.js';
import { chunks, showChunk } from '../exchange/chunks.js';
import { aside } from '../exchange/aside.js';
import { Evidence } from '../exchange/evidence.js';
import { found } from '../exchange/findings.js';
import { showNearest, statements } from '../exchange/statements.js';

export function exchange(root, to, signal) {
  const body = h('div');
  replace(root, body);
  loading(body, () => find(to.id, signal), (stored) => {
    if (!stored) {
      replace(body, empty('There is no such exchange', 'It may be older than what is kept, or it belongs to another app.'));
      return;
    }
    const trace = legible(stored);
    document.title = `${shorten(trace.question, 60) || 'Exchange'} · Vouchsafe`;
    const evidence = new Evidence(trace.chunks);
    replace(body, neighbours(to.id, signal), page(trace, stored, evidence));
    showNearest(body, trace, evidence, signal);
    const point = () => showChunk(body, handle(location.hash));
    addEventListener('hashchange', point, { signal });
    point();
  });
}

// find is a trace, or null where there is none of that id.
async function find(id, signal) {
  try {
    return await get(`/api/traces/${encodeURIComponent(id)}`, {}, signal);
  } catch (cause) {
    if (cause.code === 'not_found') return null;
    throw cause;
  }
}

// handle is the chunk that an address points at. Links in answers write a
// space as a plus sign.
const handle = (hash) => decode(hash.slice(1).replaceAll('+', ' '));

// neighbours lead to the exchanges before and behind this one in the list that it was
// opened from; nothing where it was opened from none.
function neighbours(id, signal) {
  const list = listed();
  const at = list.indexOf(id);
  if (at < 0) return null;
  const link = (to, text, rel) => (to ? h('a', { href: traceAddress(to), rel }, text) : h('span', { class: 'soft' }, text));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog')) return;
    const next = { k: list[at - 1], j: list[at + 1] }[event.key];
    if (next) go(traceAddress(next));
  }, { signal });
  return h('nav', { class: 'neighbours small', 'aria-label': 'Neighbours in the list' }, link(list[at - 1], '‹ Previous', 'prev'),
    h('span', { class: 'soft' }, `${at + 1} of ${list.length} listed · `, h('kbd', null, 'k'), ' ', h('kbd', null, 'j')), link(list[at + 1], 'Next ›', 'next'));
}

function page(trace, stored, evidence) {
  return h('article', { class: 'exchange' },
    head(trace),
    h('div', { class: 'exchange-main' },
      parts(trace, evidence), attempts(trace, evidence), chunks(trace, evidence), whole(stored)),
    aside(trace));
}

// parts tell of a reply, choice by choice where it has several.
function parts(trace, evidence) {
  const all = choices(trace);
  const told = all.map((one) => [answer(one), found(one), statements(one, evidence)]);
  return all.length < 2 ? told : all.map((one, i) => h('section', { class: 'choice', 'aria-labelledby': `h-choice-${i}` },
    h('h2', { id: `h-choice-${i}` }, `Choice ${i + 1} of ${all.length} `, badge(one.verdict)), told[i]));
}

function head(trace) {
  return h('header', { class: 'exchange-head' },
    h('p', { class: 'over' }, 'Question'),
    trace.question ? words('h1', 'question', trace.question) : h('h1', { class: 'question soft' }, 'No question on record'),
    h('div', { class: `verdict v-${trace.verdict}` }, badge(trace.verdict), proofBadge(trace),
      h('p', null, trace.choices?.length > 1 ? `The worst of ${trace.choices.length} choices.` : verdicts[trace.verdict]?.[1], trace.reason && ` Reason: ${reasons[trace.reason] ?? trace.reason}.`)),
    h('p', { class: 'small soft facts-line' },
      trace.app ? h('a', { href: address('/', { app: trace.app }) }, h('bdi', null, trace.app)) : 'of no app', ' · ', trace.model && [h('bdi', null, trace.model), ' · '],
      h('time', { datetime: trace.timestamp }, moment(trace.timestamp)), ' · ', h('code', null, trace.query_id)));
}

function whole(stored) {
  return h('section', { class: 'panel' }, h('details', null,
    h('summary', null, 'The trace as it is stored'), h('pre', { class: 'raw', dir: 'ltr', tabindex: 0 }, JSON.stringify(stored, null, 2))));
}
