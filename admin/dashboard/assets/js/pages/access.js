// Who has read, exported or deleted what.
import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { count, moment, plural } from '../format.js';
import { empty, loading } from '../parts.js';
import { traceAddress } from '../router.js';

const actions = {
  list: 'listed exchanges', accesses: 'read this list', read: 'read an exchange', failures: 'looked at what fails', export: 'began an export', exported: 'exported',
  feedback: 'gave feedback', 'feedback withdrawn': 'withdrew feedback', delete: 'asked for a deletion', deleted: 'deleted', erased: 'took deleted lines out of its files',
  'put back': 'put back what the store lacked of this log', 'deleted again': 'deleted what an older store brought back', tail: 'watched exchanges live', report: 'made a page for the files', replay: 'decided exchanges again',
};

export function access(root, to, signal) {
  const body = h('div');
  replace(root, h('div', { class: 'headline' }, h('div', null, h('h1', null, 'Access'),
    h('p', { class: 'soft small' }, 'Who has read, exported, filed or deleted what, newest first. For the roles officer and admin.'))), body);
  const rows = h('tbody');
  const more = h('div', { class: 'more' });
  const page = (cursor) => get('/api/accesses', { limit: 100, cursor }, signal);
  const append = ({ accesses, next, total }) => {
    rows.append(...accesses.map(row));
    replace(more, h('p', { class: 'soft small' }, `${count(rows.children.length)} of ${plural(total, 'access', 'accesses')}`),
      next && h('button', { type: 'button', click: () => loading(more, () => page(next), append) }, 'Show more'));
  };
  loading(body, () => page(''), (got) => {
    replace(body, h('section', { class: 'panel', 'aria-label': 'Accesses' }, got.total ? [table(rows), more] : empty('Nothing yet', 'Nobody has read anything.')));
    append(got);
  });
}

const table = (rows) => h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Accesses' }, h('table', { class: 'accesses' },
  h('thead', null, h('tr', null, ['When', 'Who', 'Role', 'What', 'Which', 'Count'].map((name) => h('th', { scope: 'col' }, name)))), rows));

const row = (a) => h('tr', null,
  h('td', null, h('time', { datetime: a.at }, moment(a.at))), h('td', null, h('bdi', null, a.who)), h('td', null, a.role ?? ''), h('td', null, actions[a.action] ?? a.action),
  h('td', null, which(a)), h('td', { class: 'n' }, count(a.count)));

// which names an exchange by a link, and a filter as it was asked. Behind the exchange of a feedback stands the hash of what was said.
const which = ({ target }) => {
  const id = /^(vt_[A-Za-z0-9_-]+)( sha256:[0-9a-f]{64})?$/.exec(target)?.[1];
  return id ? h('a', { href: traceAddress(id) }, h('code', null, id)) : h('bdi', null, legible(target) || 'all');
};

// legible is a filter as people read it: it is stored as it stood in the address.
function legible(target) {
  const text = target.replaceAll('+', ' ').replaceAll('&', ' · ');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
