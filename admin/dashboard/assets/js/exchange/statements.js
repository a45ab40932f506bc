// Each claim beside the words of its source.
import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { fraction } from '../format.js';
import { carried, idOf, shown } from './answer.js';
import { findingList } from './findings.js';
import { because, judged } from '../words.js';
import { altered, near, source } from './source.js';

export function statements(trace, evidence) {
  const claims = trace.claims ?? [];
  const loose = looseCitations(trace);
  if (!claims.length && !loose.length) return null;
  const id = idOf('h-statements', trace);
  return h('section', { class: 'panel', 'aria-labelledby': id },
    h('h2', { id }, trace.verdict === 'refused' && !shown(trace) ? 'What the model wrote, beside its sources' : 'Each statement beside its source'),
    h('ol', { class: 'pairs' }, claims.map((c, i) => pair(c, i, trace, evidence))),
    loose.length > 0 && [h('h4', { class: 'gap' }, claims.length ? 'Further citations' : 'Citations'),
      h('ol', { class: 'sources' }, loose.map((c) => h('li', null, source(c, evidence))))],
    takenOut(trace),
    legend());
}

// takenOut are the claims of the last attempt that the reader did not get.
function takenOut(trace) {
  if (!['redacted', 'quoted'].includes(trace.verdict)) return null;
  const kept = new Set((trace.claims ?? []).map((c) => c.text));
  const gone = (trace.attempts?.at(-1)?.claims ?? []).filter((c) => !kept.has(c.text));
  if (!gone.length) return null;
  return [h('h4', { class: 'gap' }, trace.verdict === 'quoted' ? 'What the model wrote in the place of the quotations' : 'Taken out of the answer'),
    h('ul', { class: 'taken-out' }, gone.map((c) => h('li', { class: 'statement', dir: 'auto' }, h('del', null, c.text))))];
}

// looseCitations are those that no claim rests on: mostly those that failed.
// Where there is one claim only, they can be nobody else's.
function looseCitations(trace) {
  const claims = trace.claims ?? [];
  if (claims.length === 1) return [];
  const used = new Set(claims.flatMap((c) => c.citations ?? []));
  return (trace.citations ?? []).filter((c) => !used.has(c.number));
}

function citationsOf(claim, trace) {
  if (trace.claims.length === 1) return trace.citations ?? [];
  return (claim.citations ?? []).map((n) => trace.citations.find((c) => c.number === n)).filter(Boolean);
}

function pair(claim, i, trace, evidence) {
  const [, sign, text] = judged(claim);
  const cited = citationsOf(claim, trace);
  return h('li', { class: 'pair', id: `${idOf('statement', trace)}-${i + 1}`, tabindex: -1 },
    h('div', { class: 'said' },
      h('p', { class: 'statement', dir: 'auto' }, h('span', { class: `claim ${carried(claim)}` }, altered(claim, cited))),
      claim.path && h('p', { class: 'small soft' }, 'At ', h('code', null, claim.path)),
      h('p', { class: `small state ${carried(claim)}` }, h('span', { 'aria-hidden': 'true' }, `${sign} `), text),
      because(claim) && h('p', { class: 'small soft' }, because(claim)),
      h('p', { class: 'small soft n' }, `support ${fraction(claim.support)} · risk ${fraction(claim.risk)}`,
        claim.confidence && ` · the model’s own confidence: ${claim.confidence}`),
      findingList(findingsOf(i, trace))),
    h('div', { class: 'found' }, cited.length ? cited.map((c) => source(c, evidence)) : h('p', { class: 'soft' }, uncited(trace)),
      !claim.citations?.length && h('div', { class: 'nearest', 'data-claim': (trace.first ?? 0) + i })));
}

// showNearest puts the words of the sources that come nearest beside each claim that
// rests on no citation: it is they that a refuted one departs from.
export async function showNearest(page, trace, evidence, signal) {
  const places = [...page.querySelectorAll('.nearest')];
  if (!places.length) return;
  let found;
  try {
    found = (await get(`/api/traces/${encodeURIComponent(trace.query_id)}/nearest`, {}, signal)).places;
  } catch {
    return; // the statements stand without them
  }
  for (const place of places) {
    const at = found.find((f) => f.claim === Number(place.dataset.claim));
    if (at) replace(place, near(at, trace.claims[at.claim], evidence));
  }
}

// findingsOf are the findings on a claim. They speak of everything that the
// model wrote, by position, and fit the claims where these are all there are:
// where nothing was dropped, and there was one answer.
function findingsOf(i, trace) {
  const numbers = (trace.citations ?? []).map((c) => c.number);
  if (!['refused', 'ungrounded'].includes(trace.verdict) || new Set(numbers).size < numbers.length) return [];
  return (trace.findings ?? []).filter((f) => f.claim === i);
}

const uncited = (trace) => (trace.citations?.length
  ? 'No citation that stands: there is none, or it failed.' : 'The answer names no source; it was held against all of them.');

const legend = () => h('details', { class: 'legend-of-marks' }, h('summary', null, 'How to read this'), h('dl', null, [
  [h('span', { class: 'claim ok' }, 'underlined'), 'a statement that the cited source carries'],
  [h('span', { class: 'claim bad' }, 'wavy'), 'a statement that it does not carry, or that names no source'],
  [h('span', { class: 'claim open' }, 'dotted'), 'a statement that words neither prove nor refute'],
  [h('mark', { class: 'sentence' }, 'tinted'), 'the whole source sentence that the statement is judged against'],
  [h('mark', null, 'marked'), 'the words in it that the model quoted'],
  [[h('mark', { class: 'wrong' }, 'struck'), ' ', h('mark', { class: 'right' }, 'framed')], 'where a statement or a quote departs from the source, and what the source says there'],
].map(([sign, text]) => [h('dt', null, sign), h('dd', null, text)])));

