/** Gives queries of the testing library the same patience as all other waits. Its own default is one second. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
}

export {};
