// Exchanges of all apps, to be gone through one by one: those that failed, or
// all of them.
import { download, get } from '../api.js';
import { h, replace, say } from '../dom.js';
import { count as number, plural } from '../format.js';
import { empty, loading, notice } from '../parts.js';
import { address, amend, remembered } from '../router.js';
import { filters, read, request } from './filters.js';
import { keys } from './keys.js';
import { row } from './row.js';

const page = 50;
const looks = 10;

export const failures = (root, to, signal) => list(root, to, signal, { path: '/failures', title: 'Failures', failing: true });

export const exchanges = (root, to, signal) => list(root, to, signal, { path: '/exchanges', title: 'All exchanges', failing: false });

function list(root, to, signal, view) {
  const chosen = read(to.query);
  const list = h('ol', { class: 'failures', 'aria-label': view.title });
  const state = h('p', { class: 'soft small', role: 'status' });
  const more = h('div', { class: 'more' });
  const body = h('div');
  replace(root,
    h('div', { class: 'headline' }, h('div', null, h('h1', null, view.title), state), exports(chosen, body, view)),
    filters(chosen, signal, view, () => { amend(address(view.path, chosen)); begin(); }), body);
  const shortcuts = keys(list, () => more.querySelector('button')?.click(), signal);

  // A page may be empty and have a next one: the server looks at so many
  // exchanges at a time.
  const fetchPage = async (cursor) => {
    for (let tries = 1; ; tries++) {
      const got = await get('/api/traces', { ...request(chosen, view), limit: page, cursor }, signal);
      if (got.traces.length || !got.next || tries === looks) return got;
      cursor = got.next;
    }
  };
  let all = '';
  const count = () => replace(state, all || plural(list.children.length, 'exchange'), list.children.length && more.querySelector('button') ? `, ${number(list.children.length)} shown` : '', ' · ', shortcuts());
  const append = ({ traces, next, total, total_at_least: least }) => {
    if (Number.isInteger(total)) all = (least ? 'more than ' : '') + plural(total, view.failing ? 'grounding failure' : 'exchange');
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
function exports(chosen, body, view) {
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
  const traces = (format) => save(`Export ${format.toUpperCase()}`, '/api/traces', () => ({ ...request(chosen, view), format }), `vouchsafe-exchanges.${format}`);
  const reported = () => ({ app: chosen.app, since: request(chosen, view).since });
  const period = () => ({ app: chosen.app, since: request(chosen, view).since || '30d', until: request(chosen, view).until });
  return h('div', { class: 'filters', role: 'group', 'data-needs': 'officer', 'aria-label': 'Export' }, traces('jsonl'), traces('csv'),
    save('Export feedback', '/api/feedback', reported, 'vouchsafe-regressions.jsonl'),
    save('Period page', '/api/report', period, 'vouchsafe-period.html'));
}
