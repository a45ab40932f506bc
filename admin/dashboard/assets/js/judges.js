// What each judge did: how much it was asked, and what that cost.
import { h } from './dom.js';
import { count, share } from './format.js';

const names = ['Judge', 'Claims it was asked about', 'Of these, not carried', 'Calls, tokens'];

// judges is a panel; null where no judge was asked.
export const judges = ({ judges: all }) => (all?.length ? h('section', { class: 'panel', 'aria-labelledby': 'h-judges' },
  h('h2', { id: 'h-judges' }, 'Judges'),
  h('p', { class: 'small soft note-below' }, 'Second opinions on claims that words leave open.'),
  h('div', { class: 'scroll' }, h('table', null,
    h('thead', null, h('tr', null, names.map((name, i) => h('th', { scope: 'col', class: i ? 'n' : null }, name)))),
    h('tbody', null, all.map(row))))) : null);

const row = (j) => h('tr', null, h('th', { scope: 'row', dir: 'auto' }, j.name),
  part(j.asked, j.claims), part(j.rejected, j.asked),
  h('td', { class: 'n' }, h('strong', null, count(j.calls)), h('br'), h('span', { class: 'small soft' }, count(j.tokens))));

const part = (n, of) => h('td', { class: 'n' }, of ? [h('strong', null, share(n, of)), h('br'), h('span', { class: 'small soft' }, `${count(n)} of ${count(of)}`)] : '–');
