// What fails most: by finding, by document, by chunk.
import { h } from '../dom.js';
import { count, plural, share } from '../format.js';
import { address } from '../router.js';
import { meaning } from '../words.js';

const most = 8;

export const tops = (stats, chunks, app, time) => [
  findings(stats.by_finding ?? {}, app, time),
  h('div', { class: 'pairs-of-panels' }, documents(stats.by_document.filter((d) => d.failed), app, time), passages(chunks, app, time)),
];

function findings(by, app, time) {
  const rows = Object.entries(by).sort((a, b) => b[1] - a[1]).slice(0, most);
  const greatest = rows[0]?.[1] ?? 1;
  return panel('h-findings', 'Top findings', null, rows.length ? h('ol', { class: 'ranks' }, rows.map(([code, n]) => h('li', null,
    h('div', { class: 'rank-head' },
      h('a', { href: address('/failures', { finding: code, ...time, app }) }, h('code', null, code)), h('span', { class: 'n' }, count(n))),
    h('meter', { class: 'length', min: 0, max: greatest, value: n, 'aria-hidden': 'true' }),
    h('p', { class: 'small soft' }, meaning(code))))) : nothing());
}

const documents = (list, app, time) => panel('h-documents', 'Documents whose citations fail most', 'Citations that do not hold, of all of the document: the quote is not there, or the statement is not carried. An answer may hold several. Counted by whole days (UTC).',
  list.length ? h('table', null, h('tbody', null, list.slice(0, most).map((d) => row([h('a', { href: address('/failures', { document: d.doc_id, app, ...time }), dir: 'auto' }, d.title || d.doc_id),
    d.title && h('span', { class: 'small soft', dir: 'auto' }, ' ', d.doc_id)], d.failed, d.citations, 'citation')))) : nothing());

const passages = (list, app, time) => panel('h-chunks', 'Chunks at which most answers fail', 'Answers in which a citation of the chunk does not hold, of all that cite it: such a chunk is often badly cut. Counted by whole days (UTC).',
  list.length ? h('table', null, h('tbody', null, list.slice(0, most).map((c) => row([
    c.document && h('span', { class: 'small soft', dir: 'auto' }, c.document), h('a', { class: 'clip', dir: 'auto', href: address('/failures', { chunk: c.sha256, app, ...time }) }, c.excerpt || `Chunk ${c.sha256}`)], c.failed, c.cited, 'answer')))) : nothing());

const row = (name, failed, all, what) => h('tr', null, h('th', { scope: 'row' }, name),
  h('td', { class: 'n' }, h('strong', null, count(failed)), h('br'),
    h('span', { class: 'small soft' }, `of ${plural(all, what)}, ${share(failed, all)}`)));

const nothing = () => h('p', { class: 'soft' }, 'Nothing failed in this time.');

const panel = (id, title, note, ...content) => h('section', { class: 'panel', 'aria-labelledby': id },
  h('h2', { id }, title), note && h('p', { class: 'small soft note-below' }, note), content);
