// All chunks that were recorded, with every cited stretch marked.
import { h, outside } from '../dom.js';
import { fraction, plural } from '../format.js';
import { address } from '../router.js';
import { slice } from '../text.js';
import { standings } from '../words.js';
import { signOf, stands } from './evidence.js';

const long = 900; // code points; longer chunks are shown folded

export function chunks(trace, evidence) {
  const all = evidence.chunks;
  return h('section', { class: 'panel', 'aria-labelledby': 'h-chunks' },
    h('h2', { id: 'h-chunks' }, 'Evidence'),
    h('p', { class: 'small soft note-below' }, all.length ? `${plural(all.length, 'chunk')}, in the order in which the app gave them.` : 'The request held no chunks.'),
    h('ol', { class: 'chunks' }, all.map((c) => chunk(c, trace, evidence))));
}

function chunk(c, trace, evidence) {
  const text = evidence.text(c.chunk_id);
  const citing = (trace.citations ?? []).filter((x) => x.chunk_id === c.chunk_id);
  const cited = citing.filter(stands);
  const body = h('blockquote', { class: text.length > long ? 'folded' : null, dir: 'auto' },
    text.length ? highlighted(text, cited, evidence) : 'The text is not kept.');
  const name = c.title || c.source_filename || c.chunk_id || 'untitled';
  return h('li', { class: cited.length ? 'chunk cited' : 'chunk', 'data-handle': c.chunk_id, tabindex: -1, 'aria-label': `Chunk ${c.chunk_id}` },
    h('div', { class: 'chunk-head' }, h('h3', null, outside(c.url, name)),
      h('span', { class: `standing ${c.standing}`, title: standings[c.standing] }, c.standing)),
    h('p', { class: 'small soft' }, facts(c, cited, citing).map((f, k) => [k > 0 && ' · ', h('bdi', null, f)]), citing.length > 0 && others(c)),
    body,
    text.length > long && h('button', { type: 'button', class: 'quiet', click: (event) => unfold(event.currentTarget.parentElement) }, 'Show all of it'));
}

// others lead to the exchanges that cited the same.
const others = (c) => [' · ', h('a', { href: address('/exchanges', { document: c.doc_id || c.source_filename || c.url || c.title }) }, 'exchanges that cite this document')];

const numbers = (citations) => citations.map(signOf).join(', ');

const facts = (c, cited, citing) => [
  c.chunk_id, c.doc_id && c.doc_id !== c.chunk_id && `document ${c.doc_id}`, c.source_filename, c.page && `page ${c.page}`,
  (c.authors ?? []).join(', '), c.year || c.date, c.role && `${c.role} message`, c.layout && `layout ${c.layout}`, c.kind === 'section' && 'a whole section',
  c.similarity !== null && c.similarity !== undefined && `retrieved with ${fraction(c.similarity)}`, c.derived && 'written by a model', c.truncated && 'cut off',
  cited.length ? `cited by ${numbers(cited)}` : citing.length ? `cited by ${numbers(citing)}, not verified` : 'not cited',
].filter(Boolean).map(String);

// highlighted marks the cited stretches; where they overlap, they join.
function highlighted(text, cited, evidence) {
  const places = cited.map((c) => evidence.place(c)).filter(Boolean).sort((a, b) => a[0] - b[0]);
  const out = [];
  let at = 0;
  for (const [start, end] of joined(places)) {
    out.push(slice(text, at, start), h('mark', null, slice(text, start, end)));
    at = end;
  }
  out.push(slice(text, at));
  return out;
}

function joined(places) {
  const out = [];
  for (const [start, end] of places) {
    const last = out.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

function unfold(item) {
  item.querySelector('.folded')?.classList.remove('folded');
  item.querySelector(':scope > button')?.remove();
}

// showChunk goes to the chunk of a name, opens it and marks it as the one that
// the address points at.
export function showChunk(page, handle) {
  const all = [...page.querySelectorAll('.chunk')];
  for (const item of all) item.classList.remove('pointed');
  const item = handle && all.find((c) => c.dataset.handle === handle);
  if (!item) return;
  unfold(item);
  item.classList.add('pointed');
  (item.querySelector('mark') ?? item).scrollIntoView({ block: 'center' });
  item.focus({ preventScroll: true });
}
