export type ThemeChoice = 'system' | 'light' | 'dark';

/** Also read by before-paint.ts. */
export const THEME_STORAGE_KEY = 'theme';

const DARK_QUERY = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

/** The stored choice. Anything unknown, or a blocked storage, counts as `system`. */
export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Stores the choice for this browser and applies it at once. */
export function setTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, choice);
  } catch (error) {
    console.warn('The theme could not be stored. It lasts until the page is closed.', error);
  }
  applyTheme(choice);
  for (const listener of listeners) listener();
}

/** Keeps `data-theme` on <html> in step with the system and with other tabs. Returns a function that stops it. */
export function followTheme(): () => void {
  const media = matchMedia(DARK_QUERY);
  const update = () => applyTheme(readTheme());
  const onStorage = (event: StorageEvent) => {
    if (event.key !== THEME_STORAGE_KEY && event.key !== null) return;
    update();
    for (const listener of listeners) listener();
  };
  update();
  media.addEventListener('change', update);
  window.addEventListener('storage', onStorage);
  return () => {
    media.removeEventListener('change', update);
    window.removeEventListener('storage', onStorage);
  };
}

/** For useSyncExternalStore: called when the choice changes, here or in another tab. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the theme without storing it. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia(DARK_QUERY).matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
