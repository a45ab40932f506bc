// What fails most: by finding, by document, by chunk.
import { h } from '../dom.js';
import { count, share } from '../format.js';
import { address } from '../router.js';
import { meaning } from '../words.js';

const most = 8;

export const tops = (stats, failures, app, range) => [
  findings(stats.by_finding ?? {}, app, range),
  h('div', { class: 'pairs-of-panels' }, documents(failures.documents ?? []), chunks(failures.chunks ?? [])),
];

function findings(by, app, range) {
  const rows = Object.entries(by).sort((a, b) => b[1] - a[1]).slice(0, most);
  const greatest = rows[0]?.[1] ?? 1;
  return panel('h-findings', 'Top findings', null, rows.length ? h('ol', { class: 'ranks' }, rows.map(([code, n]) => h('li', null,
    h('div', { class: 'rank-head' },
      h('a', { href: address('/failures', { finding: code, range, app }) }, h('code', null, code)), h('span', { class: 'n' }, count(n))),
    h('meter', { class: 'length', min: 0, max: greatest, value: n, 'aria-hidden': 'true' }),
    h('p', { class: 'small soft' }, meaning(code))))) : nothing());
}

const documents = (list) => panel('h-documents', 'Documents that fail most', 'Share of their citations that could not be verified.',
  list.length ? h('table', null, h('tbody', null, list.slice(0, most).map((d) => row(h('span', { dir: 'auto' }, d.name), d)))) : nothing());

const chunks = (list) => panel('h-chunks', 'Chunks that fail most', 'A chunk whose quotes often fail is often badly cut.',
  list.length ? h('table', null, h('tbody', null, list.slice(0, most).map((c) => row([
    c.document && h('span', { class: 'small soft', dir: 'auto' }, c.document), h('span', { class: 'clip', dir: 'auto' }, c.excerpt || `Chunk ${c.sha256}`)], c)))) : nothing());

const row = (name, d) => h('tr', null, h('th', { scope: 'row' }, name),
  h('td', { class: 'n' }, h('strong', null, share(d.failed, d.cited)), h('br'),
    h('span', { class: 'small soft' }, `${count(d.failed)} of ${count(d.cited)}`)));

const nothing = () => h('p', { class: 'soft' }, 'Nothing failed in this time.');

const panel = (id, title, note, ...content) => h('section', { class: 'panel', 'aria-labelledby': id },
  h('h2', { id }, title), note && h('p', { class: 'small soft note-below' }, note), content);
