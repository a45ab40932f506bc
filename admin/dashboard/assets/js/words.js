// What verdicts, findings and the rest mean to somebody who did not write them. The sentences
// are those of the reports: the gateway makes the module meanings.js of them.
import * as said from './meanings.js';

export const { findings, matches, heals } = said;

// counts are what exchanges count as, everywhere, in the API and the metrics too: [meaning, fails].
export const counts = Object.fromEntries(said.counts);

// Verdicts in the order in which they are stacked and counted out: [sign that
// stands for the colour, meaning].
const order = ['grounded', 'healed', 'repaired', 'declined', 'quoted', 'marked', 'redacted', 'refused', 'ungrounded', 'failed', 'skipped'];
export const verdicts = Object.fromEntries(order.map((v) => [v, said.verdicts[v]]));

// proofs say how a delivered answer is backed, the strongest first: [sign, meaning].
const signs = { 'own-words': '✓', judged: '✓', cited: '?', none: '–', unknown: '·' };
export const proofs = Object.fromEntries(Object.entries(signs).map(([p, sign]) => [p, [sign, said.proofs[p]]]));

export const reasons = {
  'no-context': 'no sources were given',
  'no-claims': 'the answer states nothing',
  'tool-call': 'the model called a tool',
  task: 'a task: a program reads the reply, and it has the form demanded',
  auxiliary: 'an auxiliary call: a rewriter, a grader, a title maker',
  off: 'verification is off for this app',
  'unreadable-request': 'the gateway could not read the request, and passed it on',
  'unreadable-context': 'the prompt speaks of documents, or holds files, and no passage in it could be read',
};

// causes say why a call of a model server failed.
const causes = {
  'unknown-host': 'its name has no address',
  refused: 'nobody listens there',
  'no-route': 'the network does not lead there',
  reset: 'it cut the connection',
  closed: 'it closed the connection',
  certificate: 'its certificate is not trusted',
  tls: 'no encrypted connection came about',
  proxy: 'the proxy on the way did not let it through',
  'timeout-connect': 'no connection in time',
  'timeout-first-byte': 'no answer in time',
  'timeout-idle': 'silent for too long',
  'timeout-total': 'took too long',
  'too-large': 'its answer is too large',
  garbled: 'its answer is not HTTP',
  'circuit-open': 'not called, having failed several times',
  canceled: 'the call was ended from here',
  unfit: 'the request cannot be sent',
};

// cause explains one; a reply that could not be used says how itself.
export const cause = (word) => causes[word] ?? word.replace(/^reply-(.*)$/, 'its reply cannot be used ($1)');

// meaning explains a finding; one of a later version speaks for itself.
export const meaning = (code) => findings[code] ?? `Finding ${code}.`;

export const standings = {
  primary: 'given by the app itself',
  fallback: 'counts only where the app gave nothing of its kind',
  stale: 'from an earlier turn of the conversation',
};

// judgements tell what words made of a claim: [class, sign, text].
const judgements = {
  carried: ['ok', '✓', 'Proven: the source’s words carry it'],
  quoted: ['ok', '❝', 'The source’s own words'],
  refuted: ['bad', '✕', 'Refuted by the source’s words'],
  open: ['open', '?', 'Not proven by words'],
  unjudged: ['open', '?', 'Not proven by words: there is no basis to judge it by'],
};

const outcomes = {
  true: ['ok', '✓', 'Carried by what it cites'], false: ['bad', '✕', 'Not carried by what it cites'], null: ['open', '?', 'Not proven by words'],
};

// besides are findings of a claim against whose words nothing speaks.
export const besides = {
  'wrong-chunk': 'Told in the own words of another passage than it cites',
  'text-unaccounted': 'No claim by its form; neither the question nor a source says it',
};

// judged tells how a claim came out. Claims of older versions have no judgement.
export function judged(claim) {
  if (claim.by === 'nobody') return ['open', '?', 'Checked by nobody'];
  if (claim.beside) return ['open', '!', besides[claim.beside]];
  const outcome = outcomes[String(claim.supported ?? null)];
  const known = judgements[claim.judgement];
  if (!known) return outcome;
  if (known[0] === 'ok' && claim.supported === false) return outcome;
  if (known[0] === 'open' && claim.supported === false) return ['bad', '✕', `${known[2]}, and failed`];
  if (known[0] === 'open' && claim.supported === true && claim.by === 'judge') return ['ok', '✓', 'Carried, says the judge; not proven by words'];
  return known;
}

// because tells who decided on a claim that words could not decide; '' for all
// others.
export function because(claim) {
  if (claim.by === 'nobody') return 'The policy asks for no source of it.';
  if (claim.beside || !['open', 'unjudged'].includes(claim.judgement)) return '';
  const percent = `${Math.round(100 * claim.risk)} %`;
  if (claim.by === 'judge' && claim.judge) return `The judge ${claim.judge.name} gave it ${Number(claim.judge.score).toFixed(2)}.`;
  if (claim.supported !== false) return `It passed because its estimated risk, ${percent}, is within what the policy allows.`;
  return `Its estimated risk is ${percent}.`;
}
