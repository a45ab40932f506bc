// Runs before the page is drawn, so that a chosen theme shows at once.
try {
  const chosen = localStorage.getItem('vouchsafe.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; then the system's theme holds.
}
