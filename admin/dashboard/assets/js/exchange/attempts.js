// The attempts, as a line of time: what was asked, what the model wrote, what
// was found wrong with it.
import { h } from '../dom.js';
import { count, duration } from '../format.js';
import { part } from './choices.js';
import { findingList } from './findings.js';
import { pretty } from '../text.js';
import { source } from './source.js';
import { stands } from './evidence.js';
import { cause } from '../words.js';

export function attempts(trace, evidence) {
  const all = trace.attempts ?? [];
  if (!all.length) return null;
  return h('section', { class: 'panel', 'aria-labelledby': 'h-attempts' },
    h('h2', { id: 'h-attempts' }, all.length === 1 ? 'One attempt' : `${all.length} attempts`),
    h('ol', { class: 'timeline' }, all.map((a, i) => step(a, i, trace, evidence)), end(trace)));
}

function step(a, i, trace, evidence) {
  const findings = a.findings ?? [];
  const bad = findings.length > 0 || a.status >= 400 || !a.status || Boolean(a.cause);
  return h('li', { class: bad ? 'step bad' : 'step ok' },
    h('div', { class: 'step-head' }, h('h3', null, titleOf(a) ?? `Attempt ${i + 1}`),
      h('p', { class: 'small soft n' }, figures(a).map((x, k) => [k > 0 && ' · ', x]))),
    how(a),
    (a.choices ?? [null]).map((c) => [c && h('p', { class: 'small soft' }, `Choice ${c.index + 1}`), outcome(c ? part(a, c.index) : a, trace, i, evidence)]),
    a.reply && h('details', null, h('summary', null, 'What the model wrote, to the letter'), h('pre', { class: 'raw', dir: 'auto', tabindex: 0 }, pretty(a.reply))));
}

const outcome = (a, trace, i, evidence) => [findingList(a.findings ?? []), failures(a, trace, i).map((c) => source(c, evidence))];

function figures(a) {
  const tokens = a.usage?.completion_tokens;
  const out = [h('bdi', null, a.upstream), a.status ? `status ${a.status}` : 'no reply', a.cause && `failed: ${cause(a.cause)}`, duration(a.duration_ms)];
  return [...out, Number.isFinite(tokens) && `${count(tokens)} tokens written`].filter(Boolean);
}

// titles tell by the beginning of what was asked what kind of call it was.
const titles = [
  [/^answer/, 'Asked for an answer that cites'], [/^repair/, 'Told what failed, and asked again'], [/^citations/, 'Asked for the citations of its answer'],
  [/^passed on/, 'Passed on as it came'],
];

const titleOf = (a) => titles.find(([pattern]) => pattern.test(a.asked ?? ''))?.[1];

// how tells the rest of what was asked: the form, and when the answer was
// released.
const how = (a) => titleOf(a) && a.asked.includes(',') && h('p', { class: 'small soft' }, a.asked.replace(/^[^,]*, /, 'as '));

// failures are the citations that an attempt failed by. Those of the last
// attempt of a refused exchange stand above already.
function failures(a, trace, i) {
  if (i === trace.attempts.length - 1 && (trace.citations ?? []).some((c) => !stands(c))) return [];
  return (a.citations ?? []).filter((c) => !c.verified);
}

const ends = {
  grounded: 'Passed as the model wrote it.', healed: 'Corrected without another call, and passed.', repaired: 'The corrected answer passed.',
  declined: 'The model’s own refusal or question was passed on.', marked: 'Passed on, with marks on what could not be shown.',
  redacted: 'Passed on without what failed.', quoted: 'Passed on with the source’s own words in the place of what failed.', refused: 'A refusal was sent in its place.', ungrounded: 'Only observed: passed on as it was.',
  failed: 'Ended without an answer.', skipped: 'Passed on unverified: there was nothing to verify.',
};

const end = (trace) => h('li', { class: `step end v-${trace.verdict}` }, h('h3', null, trace.choices?.length > 1 ? 'Each choice came out as is told above.' : ends[trace.verdict] ?? trace.verdict));
