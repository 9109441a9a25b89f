/** Prepares the page of a test: queries wait as long as all other waits, and the focus is kept as in the app. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  const { keepFocus } = await import('../lib/keep-focus.ts');
  keepFocus();
}

export {};
