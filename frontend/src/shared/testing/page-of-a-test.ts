const KEEPS_FOCUS = 'data-keeps-focus';

/** Prepares the page of a test: it is empty, queries wait as long as all other waits, and the focus is kept as in the app. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  // Files may share a page.
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  if (!document.documentElement.hasAttribute(KEEPS_FOCUS)) {
    document.documentElement.setAttribute(KEEPS_FOCUS, '');
    const { keepFocus } = await import('../lib/keep-focus.ts');
    keepFocus();
  }
}

export {};
