// Runs before the first paint, so that a dark page never flashes white. src/shared/lib/theme.ts owns the choice afterwards.
(() => {
  let chosen = 'system';
  try {
    chosen = localStorage.getItem('theme') ?? 'system';
  } catch {
    // Storage can be blocked by the browser; the system's theme is then the right one.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
