// One failure of the list: what was asked, and what failed, in words.
import { get } from '../api.js';
import { h, replace } from '../dom.js';
import { ago, moment, plural } from '../format.js';
import { feedbackButtons } from '../feedback.js';
import { legible } from '../legible.js';
import { badge, proofBadge } from '../parts.js';
import { list as note, remember, traceAddress } from '../router.js';
import { shorten } from '../text.js';
import { meaning, verdicts } from '../words.js';

export function row(t) {
  const detail = h('div', { class: 'row-detail' });
  const more = details(t, detail);
  const item = h('li', { class: `failure v-${t.verdict}`, 'data-id': t.query_id, focusin: () => { pick(item); more.soon(); }, focusout: more.cancel },
    h('a', { class: 'failure-link', href: traceAddress(t.query_id), click: () => { remember({ picked: t.query_id }); note([...item.parentElement.children].map((li) => li.dataset.id)); } },
      h('span', { class: 'failure-head' }, badge(t.verdict), proofBadge(t), h('span', { class: 'failure-question', dir: 'auto' }, legible(t.question) || 'No question on record')),
      h('span', { class: 'failure-why' }, why(t)),
      h('span', { class: 'failure-meta small soft' },
        h('span', null, h('bdi', null, t.app || 'of no app'), t.model && [' · ', h('bdi', null, t.model)]),
        h('span', null, h('time', { datetime: t.timestamp, title: moment(t.timestamp) }, ago(t.timestamp)), ' · ', plural(t.attempts, 'attempt')))),
    detail, feedbackButtons(t));
  return item;
}

function pick(item) {
  item.parentElement.querySelector('.picked')?.classList.remove('picked');
  item.classList.add('picked');
}

// why tells what failed: what exactly, where that is known, or the first finding
// in words; the others by code.
function why(t) {
  const [first, ...rest] = t.findings ?? [];
  if (!first) return verdicts[t.verdict]?.[1] ?? '';
  return [t.detail ? h('span', { dir: 'auto' }, h('code', null, first), ' ', shorten(legible(t.detail), 200)) : meaning(first), rest.length > 0 && [' ', h('span', { class: 'soft' }, 'Also: ', rest.map((code, i) => [i > 0 && ', ', h('code', null, code)]), '.')]];
}

const dwell = 250;

// details shows what exactly failed, once somebody stays with the row: whole
// traces are read only where they are wanted.
function details(t, element) {
  let timer;
  let done = false;
  const load = async () => {
    done = true;
    try {
      replace(element, list(legible(await get(`/api/traces/${encodeURIComponent(t.query_id)}`))));
    } catch {
      done = false; // the row stands without it
    }
  };
  return {
    soon() { if (!done) timer = setTimeout(load, dwell); },
    cancel() { clearTimeout(timer); },
  };
}

function list(trace) {
  const told = new Set();
  const all = [...(trace.findings ?? []), ...(trace.attempts ?? []).flatMap((a) => a.findings ?? [])]
    .filter((f) => f.detail && !told.has(f.detail) && told.add(f.detail)).slice(0, 4);
  return h('ul', null, all.map((f) => h('li', { dir: 'auto' }, shorten(f.detail, 240))));
}
