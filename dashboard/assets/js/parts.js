// Small pieces that several pages show.
import { h, replace } from './dom.js';
import { Trouble } from './api.js';
import { verdicts } from './words.js';

// badge names a verdict, with a sign for those who see no colours.
export function badge(verdict) {
  const known = verdicts[verdict];
  return h('span', { class: `badge ${known ? `v-${verdict}` : 'v-failed'}`, title: known?.[1] },
    h('span', { 'aria-hidden': 'true' }, known?.[0] ?? '?'), verdict);
}

export const notice = (kind, ...content) => h('div', { class: `notice ${kind}`, role: kind === 'bad' ? 'alert' : null }, content);

export const empty = (title, text) => h('p', { class: 'empty' }, h('strong', null, title), text);

// loading fills an element with what a call brings. Until then it says that it
// waits, but not to those who need not; a failure is told, with a way on.
export async function loading(element, load, show) {
  const slow = setTimeout(() => replace(element, h('p', { class: 'waiting', role: 'status' }, 'Loading…')), 200);
  try {
    const loaded = await load();
    clearTimeout(slow);
    show(loaded);
  } catch (cause) {
    clearTimeout(slow);
    if (cause.name === 'AbortError') return;
    if (!(cause instanceof Trouble)) throw cause;
    replace(element, notice('bad', h('p', null, cause.message),
      h('p', null, h('button', { type: 'button', click: () => loading(element, load, show) }, 'Try again'))));
  }
}

// select is a labelled choice of [value, text] pairs.
export function select(label, options, value, change) {
  const field = h('select', { change: () => change(field.value) },
    options.map(([v, text]) => h('option', { value: v, selected: v === value }, text)));
  return h('label', { class: 'field' }, label, field);
}

export const ranges = [['24h', 'Day', 86400], ['7d', 'Week', 7 * 86400], ['30d', 'Month', 30 * 86400], ['90d', 'Quarter', 90 * 86400]];

// since is the beginning of a range, or '' for all there is.
export function since(range, now = Date.now()) {
  const known = ranges.find(([name]) => name === range);
  return known ? new Date(now - known[2] * 1000).toISOString() : '';
}
