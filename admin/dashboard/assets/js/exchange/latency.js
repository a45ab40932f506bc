// Where the time of an exchange went.
import { h, svg } from '../dom.js';
import { count, duration } from '../format.js';

export function latency(trace) {
  const { total_ms: total, upstream_ms: upstream = 0, verify_ms: verify = 0, judge_ms: judge = 0 } = trace.latency ?? {};
  if (total === undefined) return null;
  const parts = [['upstream', takenFrom(trace) ? 'Waiting for that exchange' : 'The model', upstream], ['verify', 'Verifying', verify]];
  if (judge > 0) parts.push(['judge', 'The judge', judge]);
  parts.push(['rest', 'All else', Math.max(0, total - upstream - verify - judge)]);
  return h('section', { class: 'panel', 'aria-labelledby': 'h-latency' },
    h('h2', { id: 'h-latency' }, 'Where the time went'),
    h('p', { class: 'rate-small' }, duration(total)), drawing(parts, Math.max(total, 0.001)),
    h('dl', { class: 'facts split' }, parts.map(([name, text, ms]) => h('div', null,
      h('dt', null, h('span', { class: `swatch t-${name}`, 'aria-hidden': 'true' }), text), h('dd', { class: 'n' }, duration(ms))))),
    trace.judge && h('p', { class: 'small soft' }, `The judge ${trace.judge.name} took ${count(trace.judge.calls)} calls `
      + `and ${count(trace.judge.tokens)} tokens for ${count(trace.judge.claims)} claims.`),
    upstream + verify + judge > total && h('p', { class: 'small soft' }, 'These overlap: a stream is verified while it is written.'));
}

// takenFrom is the exchange whose answer this one was given; null where a model was asked.
export function takenFrom(trace) {
  const key = Object.keys(takings).find((name) => trace.metadata?.[name]);
  return key && trace.answer && !trace.attempts?.length ? { key, of: trace.metadata[key], how: takings[key] } : null;
}

const takings = { cache_hit_of: 'kept from', shared_with: 'shared with' };

function drawing(parts, total) {
  let x = 0;
  return svg('svg', { class: 'bar', viewBox: '0 0 1000 16', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, parts.map(([name, , ms]) => {
    const width = ms > 0 ? Math.max((1000 * ms) / total, 4) : 0; // a sliver is still to be seen
    x += width;
    return svg('rect', { class: `t-${name}`, x: Math.min(x - width, 1000 - width), y: 0, width, height: 16 });
  }));
}
