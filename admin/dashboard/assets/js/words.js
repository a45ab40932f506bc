// What verdicts, findings and the rest mean to somebody who did not write
// them. The same sentences stand in the HTML report.

// Verdicts in the order in which they are stacked and counted out: [sign that
// stands for the colour, meaning].
export const verdicts = {
  grounded: ['✓', 'As the model wrote it: every citation stands in its source in those words, and no statement failed.'],
  healed: ['✓', 'Grounded after corrections that change no meaning: a quote set back to the source’s own words, a citation led to the passage that holds them.'],
  repaired: ['↻', 'The model was told what failed, and its next answer passed.'],
  declined: ['–', 'The model itself said that the sources do not answer the question, or asked back.'],
  quoted: ['❝', 'What could not be proven was replaced with the source’s own words, in quotation marks.'],
  marked: ['!', 'Delivered with visible marks on what could not be shown.'],
  redacted: ['✂', 'What failed was taken out of the answer.'],
  refused: ['✕', 'The answer could not be grounded, and a refusal was sent in its place.'],
  ungrounded: ['✕', 'Only observed: the policy would not have let this answer through.'],
  failed: ['⚡', 'The exchange ended before there was an answer.'],
  skipped: ['○', 'There was nothing to verify.'],
};

// proofs say how a delivered answer is backed, the strongest first: [sign, meaning].
export const proofs = {
  'own-words': ['✓', 'Every statement is in a source’s own words.'],
  judged: ['✓', 'Statements in other words were found to follow from their sources by a judge.'],
  cited: ['?', 'Not proven by words: the quotes stand in the sources, but nobody has shown that every statement follows from them.'],
  none: ['–', 'Nothing was stated or delivered, or a statement rests on no citation.'],
};

// counts are what exchanges count as, everywhere, the API and the metrics too: [meaning, fails].
export const counts = {
  held: ['As the model wrote it or with corrections that change no meaning, or the model itself declined.', false],
  verbatim: ['Quoted at once, because the policy quotes whatever words cannot prove; nothing else was wrong.', false],
  saved: ['A first answer failed; the model was told what failed, and its next answer passed.', true],
  changed: ['What failed was quoted from its source, taken out, or marked.', true],
  refused: ['A refusal was sent in the answer’s place.', true],
  ungrounded: ['Only observed: the policy would not have let the answer through.', true],
  skipped: ['There was nothing to verify.', false],
  failed: ['Upstream or client ended the exchange before there was an answer.', false],
};

export const reasons = {
  'no-context': 'no sources were given',
  'no-claims': 'the answer states nothing',
  'tool-call': 'the model called a tool',
  task: 'a task: a program reads the reply, and it has the form demanded',
  auxiliary: 'an auxiliary call: a rewriter, a grader, a title maker',
  off: 'verification is off for this app',
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

export const findings = {
  'malformed-output': 'The answer is not in a form that could be read with certainty.',
  'missing-citations': 'The answer makes statements and names no source for any of them.',
  'missing-field': 'Something that every citation should state was left out.',
  'unknown-chunk': 'The answer cites a source that was not among those given.',
  'wrong-chunk': 'The quoted words are real, but they stand in another source than the one named.',
  'snippet-missing': 'A citation names a source and quotes nothing from it.',
  'snippet-too-short': 'The quote is too short to prove anything.',
  'snippet-too-long': 'The quote is so long that it points at nothing in particular.',
  'snippet-not-found': 'The quoted words, or words that would carry the statement, are not in the source.',
  'snippet-altered': 'The quote is close to the source but differs where it matters: a number, a name, a unit or a “not”.',
  'marker-unresolved': 'A reference in the text leads nowhere.',
  'marker-order': 'References are not numbered in the order in which they appear.',
  'claim-uncited': 'A statement names no source.',
  'claim-unsupported': 'A statement is not carried by the source that it cites.',
  'claim-number': 'A statement gives a number that its source does not give.',
  'claim-entity': 'A statement names someone or something that its source does not name.',
  'claim-negation': 'A statement denies what its source affirms, or the other way round.',
  'source-conflict': 'The sources contradict each other on this point.',
  'low-similarity': 'The search that found the source rated it as a poor match.',
  'low-trust': 'The source is not trusted enough, or is too old, for this policy.',
  'stale-source': 'The source was given earlier in the conversation, not with this question.',
  'derived-evidence': 'The source was itself written by a model.',
  'untrusted-context': 'The source did not come from the application itself.',
  'truncated-output': 'The answer was cut off before it was complete.',
  'judge-rejected': 'A second model judged that the source does not carry the statement.',
  'budget-exhausted': 'Time for corrections ran out.',
  'text-unaccounted': 'Text that is no sentence (a heading, a question, a table, code) states something that no source carries.',
  'target-removed': 'A link or image led somewhere that no source names, and was taken out.',
  'tool-not-offered': 'The model called a tool that the request did not offer.',
  'off-question': 'The answer shares no word with the question, or the judge says that it answers another one.',
  'unreadable-context': 'The prompt speaks of documents, or holds images, audio or files, and no passage in it could be read.',
  'echoed-example': 'The answer repeats the form that the model was shown instead of answering.',
};

// meaning explains a finding; one of a later version speaks for itself.
export const meaning = (code) => findings[code] ?? `Finding ${code}.`;

export const matches = {
  exact: 'Quoted word for word.',
  normalized: 'Quoted word for word; only spacing, quotation marks or the like differ.',
  fuzzy: 'Quoted with an evident slip of the pen.',
  ellipsis: 'Quoted with words left out, and marked so.',
  sentence: 'The whole sentence, which the answer names by its number.',
  located: 'Not quoted; these words of the source carry the statement.',
};

export const heals = {
  snap: 'Quote set back to the source’s own words.',
  relink: 'Citation led to the passage that holds the words.',
  renumber: 'Reference renumbered.',
};

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

// judged tells how a claim came out. Claims of older versions have no judgement.
export function judged(claim) {
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
  if (!['open', 'unjudged'].includes(claim.judgement)) return '';
  const percent = `${Math.round(100 * claim.risk)} %`;
  if (claim.by === 'judge' && claim.judge) return `The judge ${claim.judge.name} gave it ${Number(claim.judge.score).toFixed(2)}.`;
  if (claim.supported !== false) return `It passed because its estimated risk, ${percent}, is within what the policy allows.`;
  return `Its estimated risk is ${percent}.`;
}
