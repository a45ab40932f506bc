// The newest exchanges, asked for again and again.
import { get, Trouble } from './api.js';

const pause = 3000;
const hour = 3600e3;

// tail hands each new trace to show, oldest first, until signal ends it. State is
// told whether the server answers: 'live' or 'away'.
export async function tail(parameters, show, state, signal) {
  const seen = new Set();
  let before;
  while (!signal.aborted) {
    try {
      // Every reading of a list is logged, so the exchanges are counted first.
      const since = new Date(Math.floor(Date.now() / hour - 1) * hour).toISOString();
      const { total } = document.hidden ? { total: before } : await get('/api/stats', { ...parameters, since }, signal);
      if (total !== before) {
        const { traces } = await get('/api/traces', { ...parameters, limit: 20 }, signal);
        for (const trace of traces.toReversed()) {
          if (!seen.has(trace.query_id)) show(trace);
          seen.add(trace.query_id);
        }
        if (seen.size > 1000) for (const id of [...seen].slice(0, -100)) seen.delete(id);
      }
      before = total;
      state('live');
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof Trouble)) throw cause;
      state('away');
    }
    await sleep(pause, signal);
  }
}

const sleep = (ms, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
});
