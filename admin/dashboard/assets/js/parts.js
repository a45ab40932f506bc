// Small pieces that several pages show.
import { h, replace } from './dom.js';
import { Trouble } from './api.js';
import { proofs, verdicts } from './words.js';

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

// A phone gets drawings and forms of its own.
export const narrow = matchMedia('(max-width: 36rem)');

// field is a control with its label above it.
export function field(label, control, className = '') {
  control.id ||= `field-${label.toLowerCase().replace(/\W+/g, '-')}`;
  return h('div', { class: `field ${className}` }, h('label', { for: control.id }, label), control);
}

// select is a labelled choice of [value, text] pairs.
export function select(label, options, value, change) {
  const control = h('select', { change: () => change(control.value) },
    options.map(([v, text]) => h('option', { value: v, selected: v === value }, text)));
  return field(label, control);
}

export const ranges = [['24h', 'Day', 86400], ['7d', 'Week', 7 * 86400], ['30d', 'Month', 30 * 86400], ['90d', 'Quarter', 90 * 86400]];

// since is the beginning of a range, a whole hour; of another one what the API takes for it; '' for all there is.
export function since(range, now = Date.now()) {
  const known = ranges.find(([name]) => name === range);
  return known ? new Date(Math.floor(now / 3600e3 - known[2] / 3600) * 3600e3).toISOString() : range ?? '';
}

const lengths = { d: 86400e3, h: 3600e3, m: 60e3, s: 1e3 };

// when is a time in milliseconds, written in one of the ways that the API reads: RFC 3339, a day, or how long ago. NaN is none.
export const when = (text) => (/^([\d.]+[dhms])+$/.test(text)
  ? text.match(/[\d.]+./g).reduce((at, part) => at - parseFloat(part) * lengths[part.at(-1)], Date.now()) : Date.parse(text));

// proofBadge says how a delivered answer is backed; nothing where nothing was verified.
export function proofBadge({ proof, verdict }) {
  const known = proofs[proof];
  if (!known || ['skipped', 'failed', 'refused', 'declined'].includes(verdict)) return null;
  return h('span', { class: `badge p-${proof}`, title: known[1] }, h('span', { 'aria-hidden': 'true' }, known[0]), proof);
}
