// What whoever looks may do: elements with data-needs are shown to those who may use them.
import { get } from './api.js';

const root = document.documentElement;

// may reports whether an element is offered.
export const may = (element) => element.checkVisibility();

// learnRole asks who looks, now and whenever another key is given.
export function learnRole() {
  const ask = () => get('/api/me').then(({ role, app }) => {
    root.dataset.role = role;
    if (app) root.dataset.app = app;
    else delete root.dataset.app;
  }, () => {}); // the page tells what is wrong
  addEventListener('vouchsafe:key', ask);
  ask();
}
