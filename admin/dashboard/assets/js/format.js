// How figures and times are written.
const whole = new Intl.NumberFormat('en-GB');
const stamp = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

export const count = (n) => whole.format(n ?? 0);

export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

// share is a part of a whole, in percent: never 100 where something is
// missing, never 0 where there is something.
export function share(part, of) {
  if (!of) return '–';
  const x = (100 * part) / of;
  if (part < of && x > 99.9) return '99.9 %';
  if (part > 0 && x < 0.1) return '< 0.1 %';
  return `${x.toFixed(x === 0 || x === 100 ? 0 : 1)} %`;
}

// fraction is a figure between 0 and 1, in percent.
export const fraction = (x) => (x === null || x === undefined ? '–' : `${Math.round(100 * x)} %`);

export const moment = (iso) => (iso ? stamp.format(new Date(iso)) : '–');

const steps = [[60, 'second', 1], [3600, 'minute', 60], [86400, 'hour', 3600], [Infinity, 'day', 86400]];

// ago says how long something is past.
export function ago(iso, now = Date.now()) {
  const seconds = Math.max(0, (now - new Date(iso)) / 1000);
  if (seconds < 5) return 'now';
  const [, unit, size] = steps.find(([limit]) => seconds < limit);
  return relative.format(-Math.floor(seconds / size), unit);
}

// duration writes milliseconds in the unit that suits them.
export function duration(ms) {
  if (ms === null || ms === undefined) return '–';
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 60000) return `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`;
  return `${Math.floor(ms / 60000)} min ${Math.round((ms % 60000) / 1000)} s`;
}
