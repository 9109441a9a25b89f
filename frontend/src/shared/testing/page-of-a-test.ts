import { afterEach, vi } from 'vitest';

const KEEPS_FOCUS = 'data-keeps-focus';

/**
 * Prepares the page of a test: queries wait as long as all other waits, and the focus is kept as in the app. Each test leaves
 * it as it was, since tests and files share it.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  });
  if (!document.documentElement.hasAttribute(KEEPS_FOCUS)) {
    document.documentElement.setAttribute(KEEPS_FOCUS, '');
    const { keepFocus } = await import('../lib/keep-focus.ts');
    keepFocus();
  }
}
