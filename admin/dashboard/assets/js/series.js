// Points of time in columns of equal width.

const hour = 3600e3;
const day = 24 * hour;

// columns sums points {start, by_verdict} into columns from one time to
// another, in milliseconds: hours up to four days, days for more, as the
// server counts them. Every column is
// there, the empty ones too.
export function columns(series, from, to) {
  const width = to - from <= 4 * day ? hour : day;
  const first = Math.floor(from / width) * width;
  const out = [];
  for (let start = first; start < to; start += width) out.push({ start, width, counts: {}, proofs: {}, total: 0, byApp: {}, byFinding: {}, cost: {} });
  for (const point of series) {
    const column = out[Math.floor((Date.parse(point.start) - first) / width)];
    if (!column) continue;
    for (const [verdict, n] of Object.entries(point.by_verdict)) {
      column.counts[verdict] = (column.counts[verdict] ?? 0) + n;
      column.total += n;
    }
    // A column of the page is a span of the server, so there is one point for it.
    Object.assign(column, { proofs: point.by_proof ?? {}, byApp: point.by_app ?? {}, byFinding: point.by_finding ?? {}, cost: point.cost ?? {} });
  }
  return out;
}

const clock = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }); // days are counted in UTC

// unit is what a column stands for, for the axes.
export const unit = (all) => (all[0]?.width === hour ? ['per hour', 'your local time'] : ['per day', 'days, UTC']);

// span names a column.
export const span = (column) => (column.width === hour ? clock : date).format(column.start);

// ticks are the columns that get a name below the drawing: about so many.
export function ticks(all, most) {
  const every = Math.max(1, Math.ceil(all.length / most));
  return all.map((_, i) => i).filter((i) => (all.length - 1 - i) % every === 0);
}
