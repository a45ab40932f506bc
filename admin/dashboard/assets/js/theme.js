// The switch between the system's theme, light and dark.
const order = ['system', 'light', 'dark'];
const signs = { system: '◐', light: '☀', dark: '☾' };

export function themeSwitch(button) {
  show(button);
  button.addEventListener('click', () => {
    const next = order[(order.indexOf(current()) + 1) % order.length];
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    keep(next);
    show(button);
  });
}

const current = () => document.documentElement.dataset.theme ?? 'system';

function show(button) {
  button.textContent = signs[current()];
  button.title = `Theme: ${current()}`;
  button.setAttribute('aria-label', `Theme: ${current()}. Change it`);
}

function keep(theme) {
  try {
    if (theme === 'system') localStorage.removeItem('vouchsafe.theme');
    else localStorage.setItem('vouchsafe.theme', theme);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
