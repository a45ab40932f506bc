// The newest exchanges, as they come.
import { h, replace } from '../dom.js';
import { ago, duration } from '../format.js';
import { legible } from '../legible.js';
import { badge, proofBadge } from '../parts.js';
import { traceAddress } from '../router.js';
import { tail } from '../tail.js';

const most = 25;
const states = { live: 'live', away: 'not connected' };

export function live(app, signal) {
  const list = h('ol', { class: 'tail' });
  const state = h('span', { class: 'state small soft' }, 'connecting');
  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
  let paused = false;
  const waiting = [];
  const button = h('button', {
    type: 'button', class: 'quiet', 'aria-pressed': 'false',
    click: () => {
      paused = !paused;
      button.setAttribute('aria-pressed', String(paused));
      while (!paused && waiting.length) put(waiting.shift());
    },
  }, 'Pause');
  const none = h('p', { class: 'soft small' }, 'Exchanges appear here as they happen.');
  const put = (trace) => {
    none.remove();
    list.prepend(item(trace));
    while (list.children.length > most) list.lastChild.remove();
  };
  tail(app ? { app } : {}, (trace) => {
    if (!paused) return put(trace);
    waiting.push(trace);
    if (waiting.length > most) waiting.shift();
  }, (s) => {
    replace(state, states[s]);
    dot.className = `dot ${s}`;
  }, signal);
  const clock = setInterval(() => {
    for (const time of list.querySelectorAll('time')) replace(time, ago(time.dateTime));
  }, 10e3);
  signal.addEventListener('abort', () => clearInterval(clock));
  return h('section', { class: 'panel live', 'aria-labelledby': 'h-live' },
    h('div', { class: 'live-head' }, h('h2', { id: 'h-live' }, 'Latest'), dot, state, button), none, list);
}

const item = (t) => h('li', { class: 'fresh' }, h('a', { href: traceAddress(t.query_id) },
  h('span', { class: 'tail-line' }, badge(t.verdict), proofBadge(t), h('time', { class: 'small soft', datetime: t.timestamp }, ago(t.timestamp))),
  h('span', { class: 'clip tail-question', dir: 'auto' }, legible(t.question) || 'No question on record'),
  h('span', { class: 'small soft' }, h('bdi', null, t.app || 'of no app'), ` · ${duration(t.total_ms)}`)));
