// The admin token, asked for when the server wants one. It lives as long as
// the tab: sessionStorage, and nowhere else.
import { h } from './dom.js';

const key = 'vouchsafe.token';
let memory = '';
let asking = null;

export function token() {
  try {
    return sessionStorage.getItem(key) ?? memory;
  } catch {
    return memory; // storage may be forbidden
  }
}

function keep(value) {
  memory = value;
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // it stays in memory
  }
}

// askToken shows a prompt and ends when there is a token to try. However many
// calls wait for one, there is one prompt.
export function askToken(rejected) {
  asking ??= prompt(rejected).finally(() => { asking = null; });
  return asking;
}

function prompt(rejected) {
  return new Promise((resolve) => {
    const field = h('input', { type: 'password', id: 'token', autocomplete: 'off', required: true, 'aria-describedby': 'token-why' });
    const dialog = h('dialog', { 'aria-labelledby': 'token-title', cancel: (event) => event.preventDefault() },
      h('form', {
        method: 'dialog',
        submit: (event) => {
          event.preventDefault();
          keep(field.value.trim());
          dialog.close();
          dialog.remove();
          resolve();
        },
      },
      h('h2', { id: 'token-title' }, 'Token needed'),
      h('p', { id: 'token-why', class: 'soft' }, rejected
        ? 'The server does not know this token. Try another one.'
        : 'This dashboard is protected. It is opened by a key of yours: admin.token, one of admin.keys, or an app’s read token. It is kept in this tab only.'),
      h('div', { class: 'field' }, h('label', { for: 'token' }, 'Token'), field),
      h('div', { class: 'row' }, h('button', { class: 'main' }, 'Open the dashboard'))));
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
}
