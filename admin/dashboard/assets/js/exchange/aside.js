// What stands beside an exchange: where the time went, what it cost, under
// which rules, and what people say of it.
import { h } from '../dom.js';
import { count } from '../format.js';
import { download } from '../api.js';
import { feedbackButtons } from '../feedback.js';
import { field } from '../parts.js';
import { address, traceAddress } from '../router.js';
import { latency, takenFrom } from './latency.js';

export const aside = (trace) => h('aside', { class: 'exchange-aside', 'aria-label': 'Facts' }, latency(trace), rules(trace), keep(trace), feedback(trace));

// keep saves the exchange as a page of its own.
function keep(trace) {
  const state = h('span', { class: 'small soft', role: 'status' });
  const save = () => download(`/api/traces/${encodeURIComponent(trace.query_id)}/report`, {}, `vouchsafe-evidence-${trace.query_id}.html`)
    .catch((cause) => { state.textContent = cause.message; });
  return h('section', { class: 'panel', 'data-needs': 'officer', 'aria-labelledby': 'h-keep' }, h('h2', { id: 'h-keep' }, 'Keep the proof'),
    h('p', { class: 'small soft' }, 'One page to print or file, with the rules, the sources and the hash of the trace.'),
    h('button', { type: 'button', click: save }, 'Evidence page'), state);
}

function rules(trace) {
  const usage = trace.usage ?? {};
  const taken = takenFrom(trace);
  const rows = [
    ['Policy', h('bdi', null, trace.policy || '–')], ['Policy hash', h('code', null, trace.policy_hash || '–')],
    ['Tokens read', known(usage.prompt_tokens)], ['Tokens written', known(usage.completion_tokens)],
    trace.user && ['User', all('user', trace.user)], trace.conversation && ['Conversation', all('conversation', trace.conversation)],
    taken && [`Answer ${taken.how}`, h('a', { href: traceAddress(taken.of) }, taken.of)],
    ...Object.entries(trace.metadata ?? {}).filter(([key]) => key !== taken?.key).slice(0, mostMetadata).map(([key, value]) => [h('bdi', null, key), h('bdi', null, plain(value))]),
  ].filter(Boolean);
  return h('section', { class: 'panel', 'aria-labelledby': 'h-rules' }, h('h2', { id: 'h-rules' }, 'Under which rules'),
    h('dl', { class: 'facts' }, rows.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', { class: 'n' }, value)))));
}

// all leads to all exchanges of a user, or of a conversation.
const all = (name, value) => h('a', { href: address('/exchanges', { [name]: value }) }, h('bdi', null, value));

const mostMetadata = 12;

const plain = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

const known = (n) => (Number.isFinite(n) ? count(n) : '–');

function feedback(trace) {
  const [comment, ideal] = [0, 1].map(() => h('textarea', { rows: 2, maxlength: 2000, dir: 'auto' }));
  return h('section', { class: 'panel', 'data-needs': 'officer', 'aria-labelledby': 'h-feedback' }, h('h2', { id: 'h-feedback' }, 'Is this verdict right?'),
    h('p', { class: 'small soft' }, 'Feedback stays with the trace, and exports as a row of a regression test.'),
    field('What is wrong (optional)', comment), field('The right answer (optional)', ideal),
    feedbackButtons(trace, { comment, ideal }));
}
