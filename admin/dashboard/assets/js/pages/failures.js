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
const looks = 10;

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

  // A page may be empty and have a next one: the server looks at so many
  // exchanges at a time.
  const fetchPage = async (cursor) => {
    for (let tries = 1; ; tries++) {
      const got = await get('/api/traces', { ...request(chosen), limit: page, cursor }, signal);
      if (got.traces.length || !got.next || tries === looks) return got;
      cursor = got.next;
    }
  };
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
    if (!got.traces.length && !got.next) {
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

// exports save what the filter finds, and what was reported of it as rows for
// vouchsafe verify.
function exports(chosen, body) {
  const save = (text, path, parameters, name) => h('button', {
    type: 'button',
    click: async () => {
      try {
        await download(path, parameters(), name);
      } catch (cause) {
        body.prepend(notice('bad', h('p', null, cause.message)));
      }
    },
  }, text);
  const traces = (format) => save(`Export ${format.toUpperCase()}`, '/api/traces', () => ({ ...request(chosen), format }), `vouchsafe-failures.${format}`);
  const reported = () => ({ app: chosen.app, since: request(chosen).since });
  return h('div', { class: 'filters', role: 'group', 'aria-label': 'Export' }, traces('jsonl'), traces('csv'),
    save('Export reports', '/api/feedback', reported, 'vouchsafe-regressions.jsonl'));
}
