// What people say of a verdict. It is kept with the trace, and exports as a
// row of a regression test.
import { get, post, remove } from './api.js';
import { h, replace, say } from './dom.js';

const kinds = { false_refusal: 'False refusal', missed_hallucination: 'Missed hallucination', right: 'Right' };

// feedbackButtons mark an exchange; trace is a whole one or a row of a list.
// Fields are what goes with the mark: {comment, ideal}, sent where somebody has changed them.
export function feedbackButtons(trace, fields = {}) {
  const state = h('span', { class: 'small soft', role: 'status' });
  let kept = trace.feedback?.kind ? trace.feedback : null; // with the trace
  const link = (text, click) => [' ', h('button', { type: 'button', class: 'link', 'data-needs': 'officer', click }, text)];
  // told shows what stands, and what can be done about it; before is what undoing brings back.
  const told = (text, before) => {
    replace(state, text, before !== undefined && link('Undo', () => keep(before, false, [], kept?.at ?? '')), kept && link('Withdraw', () => keep(null, true)));
    for (const b of buttons) b.setAttribute('aria-pressed', String(b.dataset.kind === kept?.kind));
  };
  const marked = () => (kept ? `Marked: ${(kinds[kept.kind] ?? kept.kind).toLowerCase()}${kept.by ? `, by ${kept.by}` : ''}` : '');
  const shown = {}; // what the fields were filled with
  const changed = () => Object.keys(fields).filter((name) => fields[name].value !== shown[name]);
  const fill = (names) => {
    for (const name of names) {
      fields[name].value = kept?.[name] ?? '';
      shown[name] = fields[name].value;
    }
  };
  // keep keeps an opinion, or none. What stands then, and stood before, the server tells: others mark too.
  // Undoing takes the place of what this page has kept last (over, its time), and of nothing else.
  const keep = async (opinion, undoable, sent = [], over = undefined) => {
    const held = state.contains(document.activeElement);
    replace(state, 'Saving…');
    try {
      const got = await (opinion ? post('/api/feedback', { query_id: trace.query_id, ...opinion, over }) : remove(`/api/feedback/${encodeURIComponent(trace.query_id)}${over ? `?at=${encodeURIComponent(over)}` : ''}`));
      kept = got.feedback;
      fill(Object.keys(fields).filter((name) => sent.includes(name) || !changed().includes(name)));
      told(marked() || 'Withdrawn', undoable ? got.before : undefined);
    } catch (cause) { // somebody else may have marked it meanwhile
      const stored = await get(`/api/traces/${encodeURIComponent(trace.query_id)}`).catch(() => null);
      if (stored) kept = stored.feedback?.kind ? stored.feedback : null;
      told([cause.message, marked()].filter(Boolean).join(' '));
    }
    say(state.firstChild.textContent);
    if (held) (state.querySelector('button') ?? buttons[0]).focus();
  };
  // What somebody has said with an earlier mark stays, unless it is said anew.
  const mark = (kind) => keep({ kind, ...Object.fromEntries(changed().map((name) => [name, fields[name].value.trim()])) }, true, changed());
  const buttons = Object.entries(kinds).map(([kind, text]) => h('button', {
    type: 'button', class: 'mark-button', 'data-needs': 'officer', 'data-kind': kind, click: () => mark(kind),
  }, text));
  fill(Object.keys(fields));
  told(marked());
  return h('div', { class: 'feedback', role: 'group', 'aria-label': 'Feedback on this verdict' }, buttons, state);
}
