/**
 * Keys that belong to an input method do nothing else, in any field or dialog: listeners for keys get none of
 * them. In Safari, the composition is over before the key that ends it, which has the code 229. Returns a function that
 * ends it.
 */
export const leaveKeysToInputMethods = (): (() => void) => {
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  const stop = new AbortController();
  for (const name of ['keydown', 'keyup'] as const)
    window.addEventListener(name, onKey, { capture: true, signal: stop.signal });
  return () => stop.abort();
};
