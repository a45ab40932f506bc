// What people say of a verdict. It is kept with the trace, and exports as a
// row of a regression test.
import { post } from './api.js';
import { h, say } from './dom.js';

const kinds = { false_refusal: 'False refusal', missed_hallucination: 'Missed hallucination', right: 'Right' };

// feedbackButtons mark an exchange; trace is a whole one or a row of a list.
// More is what goes with the mark: {comment, ideal}.
export function feedbackButtons(trace, more = () => ({})) {
  const state = h('span', { class: 'small soft', role: 'status' }, given(trace));
  const buttons = Object.entries(kinds).map(([kind, text]) => h('button', {
    type: 'button', class: 'mark-button', 'data-kind': kind, 'aria-pressed': String(trace.feedback?.kind === kind),
    click: async () => {
      state.textContent = 'Saving…';
      try {
        await post('/api/feedback', { query_id: trace.query_id, kind, ...more() });
        for (const b of buttons) b.setAttribute('aria-pressed', String(b.dataset.kind === kind));
        state.textContent = `Marked: ${text.toLowerCase()}`;
        say(state.textContent);
      } catch (cause) {
        state.textContent = cause.message;
      }
    },
  }, text));
  return h('div', { class: 'feedback', role: 'group', 'aria-label': 'Report this verdict' }, buttons, state);
}

function given(trace) {
  const kind = trace.feedback?.kind;
  if (kind) return `Marked: ${(kinds[kind] ?? kind).toLowerCase()}`;
  return trace.has_feedback ? 'Marked' : '';
}
