/** Tests of screens wait for what is to appear as long as all others: the library's own default is one second. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
}

export {};
