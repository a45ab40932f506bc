// Going through the failures by keyboard.
import { h } from '../dom.js';
import { may } from '../role.js';

const shortcuts = [
  ['j', 'next'], ['k', 'previous'], ['Enter', 'open'],
  ['f', 'mark as false refusal', 'officer'], ['m', 'mark as missed hallucination', 'officer'], ['r', 'mark as right', 'officer'],
  ['/', 'search'], ['?', 'this list'],
];

// keys makes the letters work on a list of rows, and returns what names them.
// Letters typed into a field mean themselves.
export function keys(list, more, signal) {
  const help = dialog();
  signal.addEventListener('abort', () => help.remove());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog')) return;
    const action = {
      j: () => move(list, 1, more), k: () => move(list, -1, more),
      f: () => press(list, 'false_refusal'), m: () => press(list, 'missed_hallucination'), r: () => press(list, 'right'),
      '/': () => document.getElementById('search').focus(), '?': () => help.showModal(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }, { signal });
  document.body.append(help);
  return () => h('button', { type: 'button', class: 'link', click: () => help.showModal() }, 'Keys: ', ['j', 'k', '?'].map((key) => [h('kbd', null, key), ' ']));
}

const picked = (list) => document.activeElement?.closest('.failures > li') ?? list.querySelector('.picked');

function move(list, by, more) {
  const at = picked(list);
  const to = at ? (by > 0 ? at.nextElementSibling : at.previousElementSibling) : list.firstElementChild;
  if (to) to.querySelector('a').focus();
  else if (by > 0) more();
}

const press = (list, kind) => {
  const button = picked(list)?.querySelector(`[data-kind="${kind}"]`);
  if (button && may(button)) button.click();
};

function dialog() {
  const element = h('dialog', { 'aria-labelledby': 'keys-title' },
    h('h2', { id: 'keys-title' }, 'Keys'),
    h('dl', { class: 'keys' }, shortcuts.map(([key, text, needs]) => [h('dt', { 'data-needs': needs }, h('kbd', null, key)), h('dd', { 'data-needs': needs }, text)])),
    h('form', { method: 'dialog' }, h('div', { class: 'row' }, h('button', null, 'Close'))));
  return element;
}
