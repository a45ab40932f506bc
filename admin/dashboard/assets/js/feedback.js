// What people say of a verdict. It is kept with the trace, and exports as a
// row of a regression test.
import { post, remove } from './api.js';
import { h, replace, say } from './dom.js';

const kinds = { false_refusal: 'False refusal', missed_hallucination: 'Missed hallucination', right: 'Right' };

// feedbackButtons mark an exchange; trace is a whole one or a row of a list.
// More is what goes with the mark: {comment, ideal}.
export function feedbackButtons(trace, more = () => ({})) {
  const state = h('span', { class: 'small soft', role: 'status' });
  let kept = trace.feedback?.kind ? trace.feedback : trace.has_feedback ? undefined : null; // with the trace; undefined: not known here
  const told = (text, undo) => {
    replace(state, text, undo && [' ', h('button', { type: 'button', class: 'link', click: undo }, 'Undo')]);
    say(text);
  };
  const press = (kind) => { for (const b of buttons) b.setAttribute('aria-pressed', String(b.dataset.kind === kind)); };
  // keep keeps an opinion, or none; before is what undoing it brings back.
  const keep = async (opinion, before) => {
    replace(state, 'Saving…');
    try {
      if (opinion) await post('/api/feedback', { query_id: trace.query_id, kind: opinion.kind, comment: opinion.comment ?? '', ideal: opinion.ideal ?? '' });
      else await remove(`/api/feedback/${encodeURIComponent(trace.query_id)}`);
      kept = opinion;
      press(opinion?.kind);
      told(opinion ? `Marked: ${kinds[opinion.kind].toLowerCase()}` : 'Withdrawn', before !== undefined && (() => keep(before)));
    } catch (cause) {
      replace(state, cause.message);
    }
  };
  const buttons = Object.entries(kinds).map(([kind, text]) => h('button', {
    type: 'button', class: 'mark-button', 'data-needs': 'officer', 'data-kind': kind, 'aria-pressed': String(trace.feedback?.kind === kind),
    click: () => keep({ kind, ...more() }, kept),
  }, text));
  const was = given(trace);
  if (was) replace(state, was, ' ', h('button', { type: 'button', class: 'link', 'data-needs': 'officer', click: () => keep(null, kept) }, 'Withdraw'));
  return h('div', { class: 'feedback', role: 'group', 'aria-label': 'Report this verdict' }, buttons, state);
}

function given(trace) {
  const kind = trace.feedback?.kind;
  if (kind) return `Marked: ${(kinds[kind] ?? kind).toLowerCase()}`;
  return trace.has_feedback ? 'Marked' : '';
}
