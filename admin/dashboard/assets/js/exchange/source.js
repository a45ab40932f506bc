// One citation: the passage that it names, with the quoted words marked, and
// both readings where the quote departs from it.
import { compare } from '../compare.js';
import { h, outside } from '../dom.js';
import { placed, slice, wordEnd, wordStart } from '../text.js';
import { heals, judged, matches, standings } from '../words.js';
import { signOf, stands } from './evidence.js';

const around = 220; // code points of the passage on either side

export function source(citation, evidence) {
  const told = state(citation);
  const above = citation.quoted && !stands(citation); // a fault of the quote, and none of the source
  return h('figure', { class: stands(citation) ? 'source' : 'source near' }, caption(citation, evidence), quote(citation, evidence), above && told, passage(citation, evidence), !above && told, healed(citation.heal));
}

function caption(c, evidence) {
  const chunk = evidence.chunk(c.chunk_id);
  const name = c.title ?? chunk?.title ?? c.source_filename ?? chunk?.source_filename ?? (c.chunk_id || 'no chunk');
  const about = [c.source_filename !== name && c.source_filename, chunk?.page && `page ${chunk.page}`, c.chunk_id !== name && c.chunk_id,
    c.standing in standings && c.standing !== 'primary' && c.standing, c.trust && `trust ${c.trust.score.toFixed(2)}`].filter(Boolean);
  return h('figcaption', null, h('span', { class: 'num n' }, `${signOf(c)} `), outside(c.url ?? chunk?.url, name),
    h('span', { class: 'about' }, about.map((a) => [' · ', h('bdi', null, a)])),
    chunk && [' ', h('a', { class: 'small', href: `#${encodeURIComponent(c.chunk_id)}` }, 'whole passage')],
    c.link && /^https?:/i.test(c.link) && [' ', h('a', { class: 'small', href: c.link, rel: 'noopener noreferrer', target: '_blank' }, 'open at these words')]);
}

// quote is what the model quoted, where that is not what the passage says.
function quote(c, evidence) {
  if (c.verified || !c.snippet || !c.quoted) return null;
  const place = evidence.place(c);
  const text = evidence.text(c.chunk_id);
  return h('p', { class: 'quote', dir: 'auto' }, h('span', { class: 'tag' }, 'quoted'), '“',
    place ? parts(compare(c.snippet, slice(text, ...place)), 'wrong') : c.snippet, '”');
}

function passage(c, evidence) {
  const text = evidence.text(c.chunk_id);
  if (!text.length) return h('p', { class: 'soft' }, evidence.chunk(c.chunk_id) ? 'The text of this chunk is not kept.' : 'There is no such chunk among the evidence.');
  const place = evidence.place(c);
  const sentence = c.sentence && placed(c.sentence.start, c.sentence.end, text) ? [c.sentence.start, c.sentence.end] : place;
  if (!sentence) return excerpt(text, 0, 0, null);
  return [lead(c.sentence?.lead), excerpt(text, ...sentence, proof(c, text, place, sentence))];
}

// lead is the heading, list lead-in or table header that governs the sentence.
const lead = (stretch) => stretch?.text && h('p', { class: 'lead', dir: 'auto' }, h('mark', { class: 'sentence' }, stretch.text));

// proof is the source sentence, with the model's quote marked in it.
function proof(c, text, place, [start, end]) {
  if (!place || place[0] < start || place[1] > end) return h('mark', { class: 'sentence' }, slice(text, start, end));
  const exact = slice(text, ...place);
  const quoted = h('mark', null, c.verified || !c.snippet || !c.quoted ? exact : parts(compare(exact, c.snippet), 'right'));
  return h('mark', { class: 'sentence' }, slice(text, start, place[0]), quoted, slice(text, place[1], end));
}

// near is the stretch of a passage that comes nearest to a claim that cites nothing,
// with the words marked in which they differ.
export function near({ chunk_id: id, start, end }, claim, evidence) {
  const text = evidence.text(id);
  if (!placed(start, end, text)) return null;
  const chunk = evidence.chunk(id);
  const said = slice(text, start, end);
  return h('figure', { class: 'source near' },
    h('figcaption', null, h('span', { class: 'tag' }, 'nearest words'), ' ', outside(chunk?.url, chunk?.title ?? chunk?.source_filename ?? id),
      ' ', h('a', { class: 'small', href: `#${encodeURIComponent(id)}` }, 'whole passage')),
    excerpt(text, start, end, h('mark', { class: 'sentence' }, judged(claim)[0] === 'bad' ? parts(compare(said, claim.text), 'right') : said)));
}

// altered is a claim's text. Where the source refutes it and says nearly the
// same, the words that differ are marked.
export function altered(claim, citations) {
  if (judged(claim)[0] !== 'bad') return claim.text;
  const closest = citations.map((c) => c.sentence?.text ?? '').map((text) => compare(claim.text, text))
    .map((all) => [all, all.filter((p) => !p.differs).reduce((n, p) => n + p.text.length, 0)]).sort((a, b) => b[1] - a[1])[0];
  return closest && closest[1] >= nearly * claim.text.length ? parts(closest[0], 'wrong') : claim.text;
}

const nearly = 0.5; // of the letters

function excerpt(text, start, end, stretch) {
  const from = wordStart(text, Math.max(0, start - around));
  const to = wordEnd(text, Math.min(text.length, end + around));
  return h('blockquote', { dir: 'auto' }, from > 0 && h('span', { class: 'cut' }, '… '), slice(text, from, start), stretch, slice(text, end, to),
    to < text.length && h('span', { class: 'cut' }, ' …'));
}

const stop = /^[\s.,;:…]+$/u;

// parts marks what differs. White space is left out of the mark, and a full
// stop that one of the two ends with.
const parts = (all, kind) => all.map(({ text, differs }, i) => {
  if (!differs || !text.trim() || (i === all.length - 1 && stop.test(text))) return text;
  const [, before, word, after] = /^(\s*)(.*?)(\s*)$/su.exec(text);
  return [before, h('mark', { class: kind }, word), after];
});

function state(c) {
  const similarity = c.quoted ? ` Similarity of the quote ${(c.snippet_similarity ?? c.similarity).toFixed(4)}.` : '';
  const [kind, sign, text] = c.verified ? ['ok', '✓', matches[c.match] ?? 'Verified.']
    : stands(c) ? ['healed', '✓', heals[c.heal.kind] ?? 'Corrected.']
      : c.quoted ? ['bad', '✕', matches.unfound] : ['open', '·', c.match === 'located' ? matches.nearest : matches.cited];
  return h('p', { class: 'small soft' }, h('span', { class: `state ${kind}` }, h('span', { 'aria-hidden': 'true' }, `${sign} `), text), similarity);
}

function healed(heal) {
  if (!heal) return null;
  return h('p', { class: 'heal', dir: 'auto' },
    h('span', { class: 'tag' }, 'was'), parts(compare(heal.from, heal.to), 'wrong'), ' ',
    h('span', { class: 'tag' }, 'is'), parts(compare(heal.to, heal.from), 'right'));
}
