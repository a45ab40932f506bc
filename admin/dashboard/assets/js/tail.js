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
      if (live) live = await listen(parameters, fresh, state, signal);
      if (live) continue;
      await catchUp(parameters, fresh, signal);
      state('polling');
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

// listen follows the event stream and returns whether there is one. It ends
// when the line breaks, or when the server has had enough.
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
  await catchUp(parameters, fresh, signal); // what comes meanwhile waits in the stream
  state('live');
  try {
    for await (const event of events(response.body)) if (event.kind === 'trace') fresh(JSON.parse(event.data));
  } catch (cause) {
    if (signal.aborted) throw cause;
  }
  await sleep(pause, signal); // then the line is taken up again
  return true;
}

// events are a stream's server-sent events.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let event = { kind: 'message', data: '' };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/\r\n|\n/);
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('event:')) event.kind = line.slice(6).trim();
      else if (line.startsWith('data:')) event.data += line.slice(5);
      else if (line === '') {
        if (event.data) yield event;
        event = { kind: 'message', data: '' };
      }
    }
  }
}

const sleep = (ms, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
});
