// The answer as the client got it, its claims underlined.
import { h } from '../dom.js';
import { placed, points, pretty, slice } from '../text.js';
import { judged } from '../words.js';

export function answer(trace) {
  const id = idOf('h-answer', trace);
  return h('section', { class: 'panel', 'aria-labelledby': id },
    h('h2', { id }, trace.verdict === 'refused' && !shown(trace) ? 'What the reader got instead' : 'What the reader got'),
    trace.answer ? text(trace) : h('p', { class: 'soft' }, 'No answer on record.'));
}

// idOf is an id on the page, where several choices stand on it.
export const idOf = (name, trace) => (trace.choice === undefined ? name : `${name}-choice-${trace.choice + 1}`);

// shown tells whether some statements stand in the answer. Beside a refusal they do where it is one of several choices, which a
// trace of an earlier version does not tell apart.
export const shown = (trace) => (trace.claims ?? []).some((c) => Number.isInteger(c.start));

// text is the answer with its claims marked. One in a form of the client's own
// has claims at paths; it is indented.
function text(trace) {
  if ((trace.claims ?? []).some((c) => c.path)) return h('pre', { class: 'raw', dir: 'auto', tabindex: 0 }, pretty(trace.answer));
  return h('div', { class: 'answer', dir: 'auto' }, marked(trace));
}

// marked is the text with a link from each claim to its source. Places that do
// not fit the text are passed over.
function marked(trace) {
  const text = points(trace.answer);
  const out = [];
  let at = 0;
  (trace.claims ?? []).forEach((c, i) => {
    if (!placed(c.start, c.end, text) || c.start < at) return;
    out.push(slice(text, at, c.start),
      h('a', { class: `claim ${carried(c)}`, href: `#${idOf('statement', trace)}-${i + 1}`, click: jump, title: 'To its source' }, slice(text, c.start, c.end)));
    at = c.end;
  });
  out.push(slice(text, at));
  return out;
}

// jump goes to an element of the page without touching the address, whose
// fragment names a chunk.
function jump(event) {
  event.preventDefault();
  const to = document.getElementById(event.currentTarget.hash.slice(1));
  to?.scrollIntoView({ block: 'center' });
  to?.focus({ preventScroll: true });
}

// carried is the class of a claim: a style of underline as well as a colour.
export const carried = (claim) => judged(claim)[0];
