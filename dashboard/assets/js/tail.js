// New exchanges as they come: server-sent events, read with fetch because an
// EventSource sends no token; where there are none, the list is asked for
// again and again.
import { call, get, Trouble } from './api.js';

const pause = 4000;

// tail hands each new trace to show, until signal ends it. State is told
// whether the line is 'live', 'polling' or 'away'.
export async function tail(parameters, show, state, signal) {
  const seen = new Set();
  const fresh = (trace) => {
    if (seen.has(trace.query_id)) return;
    seen.add(trace.query_id);
    if (seen.size > 1000) seen.delete(seen.values().next().value);
    show(trace);
  };
  let live = true;
  while (!signal.aborted) {
    try {
      await catchUp(parameters, fresh, signal);
      if (live) live = await listen(parameters, fresh, state, signal);
      if (!live) state('polling');
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof Trouble)) throw cause;
      state('away');
    }
    await sleep(pause, signal);
  }
}

// catchUp shows the newest traces, oldest first.
async function catchUp(parameters, fresh, signal) {
  const { traces } = await get('/api/traces', { ...parameters, limit: 20 }, signal);
  for (const trace of traces.toReversed()) fresh(trace);
}

// listen follows the event stream and returns whether there is one to return
// to when it ends.
async function listen(parameters, fresh, state, signal) {
  let response;
  try {
    response = await call(`/api/tail?${new URLSearchParams(parameters)}`, { headers: { Accept: 'text/event-stream' }, signal });
  } catch (cause) {
    if (cause instanceof Trouble && cause.status >= 400 && cause.status < 500) return false;
    throw cause;
  }
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return false;
  }
  state('live');
  try {
    for await (const data of events(response.body)) fresh(JSON.parse(data));
  } catch (cause) {
    if (signal.aborted) throw cause; // otherwise the line broke: it is taken up again
  }
  return true;
}

// events are the data of a stream of server-sent events.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let data = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/\r\n|\n/);
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
      else if (line === '' && data.length) {
        yield data.join('\n');
        data = [];
      }
    }
  }
}

const sleep = (ms, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
});
