// What people say of a verdict. It is kept with the trace, and exports as a
// row of a regression test.
import { post, remove } from './api.js';
import { h, replace, say } from './dom.js';

const kinds = { false_refusal: 'False refusal', missed_hallucination: 'Missed hallucination', right: 'Right' };

// feedbackButtons mark an exchange; trace is a whole one or a row of a list.
// More is what goes with the mark: {comment, ideal}.
export function feedbackButtons(trace, more = () => ({})) {
  const state = h('span', { class: 'small soft', role: 'status' });
  const path = encodeURIComponent(trace.query_id);
  let kept = trace.feedback?.kind ? trace.feedback : null; // with the trace
  const link = (text, click) => [' ', h('button', { type: 'button', class: 'link', 'data-needs': 'officer', click }, text)];
  // told shows what stands, and what can be done about it; before is what undoing brings back.
  const told = (text, before) => {
    replace(state, text, before !== undefined && link('Undo', () => keep(before)), kept && link('Withdraw', () => keep(null, kept)));
    for (const b of buttons) b.setAttribute('aria-pressed', String(b.dataset.kind === kept?.kind));
  };
  const marked = () => (kept ? `Marked: ${(kinds[kept.kind] ?? kept.kind).toLowerCase()}` : '');
  // keep keeps an opinion, or none.
  const keep = async (opinion, before) => {
    const held = state.contains(document.activeElement);
    replace(state, 'Saving…');
    try {
      if (opinion) await post('/api/feedback', { query_id: trace.query_id, kind: opinion.kind, comment: opinion.comment ?? '', ideal: opinion.ideal ?? '' });
      else await remove(`/api/feedback/${path}`);
      kept = opinion;
      told(marked() || 'Withdrawn', before);
      say(state.firstChild.textContent);
    } catch (cause) {
      told(cause.message);
    }
    if (held) (state.querySelector('button') ?? buttons[0]).focus();
  };
  // What somebody has said with an earlier mark stays, unless it is said anew.
  const buttons = Object.entries(kinds).map(([kind, text]) => h('button', {
    type: 'button', class: 'mark-button', 'data-needs': 'officer', 'data-kind': kind, click: () => keep({ ...kept, kind, ...more() }, kept),
  }, text));
  told(marked());
  return h('div', { class: 'feedback', role: 'group', 'aria-label': 'Report this verdict' }, buttons, state);
}
