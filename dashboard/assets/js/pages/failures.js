// The failures of all apps, to be gone through one by one.
import { download, get } from '../api.js';
import { h, replace, say } from '../dom.js';
import { plural } from '../format.js';
import { empty, loading, notice } from '../parts.js';
import { address, amend, remembered } from '../router.js';
import { filters, read, request } from './filters.js';
import { keys } from './keys.js';
import { row } from './row.js';

const page = 50;

export function failures(root, to, signal) {
  const chosen = read(to.query);
  const list = h('ol', { class: 'failures', 'aria-label': 'Failures' });
  const state = h('p', { class: 'soft small', role: 'status' });
  const more = h('div', { class: 'more' });
  const body = h('div');
  replace(root,
    h('div', { class: 'headline' }, h('div', null, h('h1', null, 'Failures'), state), exports(chosen, body)),
    filters(chosen, signal, () => { amend(address('/failures', chosen)); begin(); }), body);
  const shortcuts = keys(list, () => more.querySelector('button')?.click(), signal);

  const fetchPage = (cursor) => get('/api/traces', { ...request(chosen), limit: page, cursor }, signal);
  const count = () => replace(state, plural(list.children.length, 'exchange'), more.querySelector('button') ? ' so far' : '', ' · ', shortcuts());
  const append = ({ traces, next }) => {
    list.append(...traces.map((t) => row(t)));
    replace(more, next && h('button', { type: 'button', click: () => further(next) }, 'Show more'));
    count();
  };
  const further = (cursor) => {
    const from = list.lastElementChild;
    return loading(more, () => fetchPage(cursor), (got) => {
      append(got);
      from?.nextElementSibling?.querySelector('a').focus();
    });
  };
  const begin = () => loading(body, () => fetchPage(''), (got) => {
    list.replaceChildren();
    if (!got.traces.length) {
      replace(state);
      replace(body, h('div', { class: 'panel' }, empty('Nothing here', 'No exchange matches. Widen the time or clear a filter.')));
      return;
    }
    replace(body, list, more);
    append(got);
    list.querySelector(`[data-id="${CSS.escape(remembered()?.picked ?? '')}"] a`)?.focus();
    say(plural(got.traces.length, 'exchange'));
  });
  begin();
}

// exports save what the filter finds.
function exports(chosen, body) {
  const save = async (format) => {
    try {
      await download('/api/traces', { ...request(chosen), format }, `vouchsafe-failures.${format}`);
    } catch (cause) {
      body.prepend(notice('bad', h('p', null, cause.message)));
    }
  };
  return h('div', { class: 'filters', role: 'group', 'aria-label': 'Export' },
    h('button', { type: 'button', click: () => save('jsonl') }, 'Export JSONL'),
    h('button', { type: 'button', click: () => save('csv') }, 'Export CSV'));
}
