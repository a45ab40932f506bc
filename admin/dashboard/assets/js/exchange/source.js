// One citation: the passage that it names, with the quoted words marked, and
// both readings where the quote departs from it.
import { compare } from '../compare.js';
import { h, outside } from '../dom.js';
import { slice, wordEnd, wordStart } from '../text.js';
import { heals, matches, standings } from '../words.js';
import { stands } from './evidence.js';

const around = 220; // code points of the passage on either side

export function source(citation, evidence) {
  return h('figure', { class: stands(citation) ? 'source' : 'source fails' },
    caption(citation, evidence), quote(citation, evidence), passage(citation, evidence), state(citation), healed(citation.heal));
}

function caption(c, evidence) {
  const chunk = evidence.chunk(c.chunk_id);
  const name = c.title ?? chunk?.title ?? c.source_filename ?? chunk?.source_filename ?? (c.chunk_id || 'no chunk');
  const about = [c.source_filename !== name && c.source_filename, chunk?.page && `page ${chunk.page}`, c.chunk_id !== name && c.chunk_id,
    c.standing in standings && c.standing !== 'primary' && c.standing, c.trust && `trust ${c.trust.score.toFixed(2)}`].filter(Boolean);
  return h('figcaption', null, h('span', { class: 'num n' }, `[${c.number}] `), outside(c.url ?? chunk?.url, name),
    h('span', { class: 'about' }, about.map((a) => [' · ', h('bdi', null, a)])),
    chunk && [' ', h('a', { class: 'small', href: `#${encodeURIComponent(c.chunk_id)}` }, 'whole passage')]);
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
  if (!place) return excerpt(text, 0, 0, null);
  const exact = slice(text, ...place);
  return excerpt(text, ...place, h('mark', null, c.verified || !c.snippet || !c.quoted ? exact : parts(compare(exact, c.snippet), 'right')));
}

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
  const similarity = c.quoted ? ` Similarity ${c.similarity.toFixed(4)}.` : '';
  const [kind, sign, text] = c.verified ? ['ok', '✓', matches[c.match] ?? 'Verified.']
    : stands(c) ? ['healed', '✓', heals[c.heal.kind] ?? 'Corrected.'] : ['bad', '✕', 'Not verified.'];
  return h('p', { class: 'small soft' }, h('span', { class: `state ${kind}` }, h('span', { 'aria-hidden': 'true' }, `${sign} `), text), similarity);
}

function healed(heal) {
  if (!heal) return null;
  return h('p', { class: 'heal', dir: 'auto' },
    h('span', { class: 'tag' }, 'was'), parts(compare(heal.from, heal.to), 'wrong'), ' ',
    h('span', { class: 'tag' }, 'is'), parts(compare(heal.to, heal.from), 'right'));
}
