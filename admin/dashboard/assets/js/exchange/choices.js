// The choices of a reply that has several, each as a trace of its own: what is said of one stands at no other.

import { besides } from '../words.js';

// choices are the traces of the choices; the trace itself where there is one, or where it does not tell whose is what.
// Claims of the whole trace are numbered on: first is the number of a choice's first one.
export function choices(trace) {
  const told = trace.choices ?? [];
  if (told.length < 2) return [misplaced(trace)];
  const next = taker(trace);
  const all = told.map((c) => ({ ...trace, ...next(c), choices: null, verdict: c.verdict, answer: c.answer, choice: c.index,
    attempts: (trace.attempts ?? []).map((a) => part(a, c.index)).filter(Boolean) }));
  const ofRequest = (trace.findings ?? []).slice(told.reduce((n, c) => n + c.findings, 0));
  return all.map((one) => misplaced({ ...one, findings: [...one.findings, ...ofRequest] }));
}

// misplaced marks the claims that only cite another passage than the one whose words they are, and what is no claim.
const misplaced = (trace) => ({ ...trace, claims: (trace.claims ?? []).map((c, i) => ({ ...c,
  beside: c.supported === false && (trace.findings ?? []).find((f) => f.claim === i && besides[f.code])?.code })) });

// part is what an attempt tells of one choice; null for nothing.
export function part(attempt, index) {
  const next = taker(attempt);
  const own = (attempt.choices ?? []).map((c) => [c.index, next(c)]).find(([i]) => i === index);
  return own ? { ...attempt, ...own[1] } : null;
}

// taker takes what is told of one choice after the other off the lists, with numbers and places of its own.
function taker({ citations, claims, findings }) {
  const rest = { citations: [...citations ?? []], claims: [...claims ?? []], findings: [...findings ?? []] };
  let number = 0;
  let first = 0;
  return (c) => {
    const before = number;
    const at = first;
    const back = (place, by) => (Number.isInteger(place) ? place - by : place);
    const own = { citations: rest.citations.splice(0, c.citations), claims: rest.claims.splice(0, c.claims), findings: rest.findings.splice(0, c.findings) };
    number = Math.max(number, ...own.citations.map((one) => one.number));
    first += own.claims.length;
    return {
      first: at,
      citations: own.citations.map((one) => ({ ...one, number: one.number - before })),
      claims: own.claims.map((one) => ({ ...one, start: back(one.start, c.start), end: back(one.end, c.start), citations: one.citations.map((n) => n - before) })),
      findings: own.findings.map((one) => ({ ...one, citation: back(one.citation, before), claim: back(one.claim, at) })),
    };
  };
}
