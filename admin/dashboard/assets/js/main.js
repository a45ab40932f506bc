// Shows the page that the address names.
import { h, replace } from './dom.js';
import { empty } from './parts.js';
import { follow, route } from './router.js';
import { learnRole } from './role.js';
import { themeSwitch } from './theme.js';
import { overview } from './pages/overview.js';
import { access } from './pages/access.js';
import { exchanges, failures } from './pages/failures.js';
import { exchange } from './pages/exchange.js';

const pages = { overview, failures, exchanges, exchange, access, unknown };
const titles = {
  overview: 'Overview', failures: 'Failures', exchanges: 'All exchanges', exchange: 'Exchange', access: 'Access', unknown: 'Not found',
};
const main = document.getElementById('main');
let shown = new AbortController();
let first = true;

function unknown(root) {
  replace(root, empty('There is no such page', h('a', { href: '/' }, 'To the overview')));
}

// show ends the page before and begins the next; its signal ends whatever the
// page has under way.
function show() {
  shown.abort();
  shown = new AbortController();
  const to = route();
  document.title = `${titles[to.page]} · Vouchsafe`;
  for (const link of document.querySelectorAll('.top nav a')) {
    if (link.dataset.page === to.page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  main.replaceChildren();
  pages[to.page](main, to, shown.signal);
  if (!first) {
    scrollTo({ top: 0, behavior: 'instant' });
    main.focus({ preventScroll: true });
  }
  first = false;
}

themeSwitch(document.getElementById('theme'));
follow(show);
show();
learnRole();
