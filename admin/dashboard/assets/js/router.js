// Addresses and pages. A page is a function that fills an element and returns
// what ends it; links within the dashboard change pages without a reload.
const routes = [
  [/^\/$/, 'overview'],
  [/^\/failures$/, 'failures'],
  [/^\/exchanges$/, 'exchanges'],
  [/^\/access$/, 'access'],
  [/^\/traces\/([^/]+)$/, 'exchange', 'id'],
];

// route reads an address: {page, query, hash} and the part that the path names.
export function route(address = location) {
  for (const [pattern, page, name] of routes) {
    const found = pattern.exec(address.pathname);
    if (!found) continue;
    const out = { page, query: new URLSearchParams(address.search), hash: address.hash };
    if (name) out[name] = decode(found[1]);
    return out;
  }
  return { page: 'unknown', query: new URLSearchParams(), hash: '' };
}

// decode reads a percent-encoded text; one that is broken stands for itself.
export function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const traceAddress = (id) => `/traces/${encodeURIComponent(id)}`;

// address writes a path with those parameters that say something.
export function address(path, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return query.size ? `${path}?${query}` : path;
}

// go shows another page.
export function go(to) {
  history.pushState(null, '', to);
  dispatchEvent(new Event('vouchsafe:route'));
}

// remember notes something with the page that is shown, for when one comes
// back to it; remembered is what was noted.
export const remember = (note) => history.replaceState(note, '');
export const remembered = () => history.state;

// list notes which exchanges a list shows, for those who open one of them; listed are
// those. It lasts as long as the tab.
export function list(ids) {
  shown = ids;
  try {
    sessionStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // it stays in memory
  }
}

export function listed() {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? shown;
  } catch {
    return shown;
  }
}

const key = 'vouchsafe.list';
let shown = [];

// amend changes the address of the page that is shown, without showing it anew.
export const amend = (to) => history.replaceState(history.state, '', to);

// follow lets links within the dashboard change pages.
export function follow(show) {
  addEventListener('popstate', show);
  addEventListener('vouchsafe:route', show);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    go(link.href);
  });
}
