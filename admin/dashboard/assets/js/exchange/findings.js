// What was found wrong, in words.
import { h } from '../dom.js';
import { idOf } from './answer.js';
import { meaning } from '../words.js';

export const findingList = (findings) => (findings.length ? h('ul', { class: 'findings' }, findings.map((f) => h('li', null,
  h('code', null, f.code), ' ', meaning(f.code), f.detail && h('span', { class: 'detail', dir: 'auto' }, f.detail)))) : null);

// found is the panel of an exchange whose attempts tell of no findings: one
// that was only observed is judged when it is over.
export function found(trace) {
  const told = (trace.attempts ?? []).some((a) => a.findings?.length);
  if (told || !trace.findings?.length) return null;
  const id = idOf('h-found', trace);
  return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id }, 'What was found'), findingList(trace.findings));
}
