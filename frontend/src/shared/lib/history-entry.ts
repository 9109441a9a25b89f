type Entry = { readonly usr?: unknown } | null;

/** The router keeps the state of an entry of the history under `usr`. It survives a reload. */
export const stateOfEntry = (): unknown => (window.history.state as Entry)?.usr;

/** Changes the state of the present entry without a navigation. */
export const putStateOfEntry = (state: object): void =>
  window.history.replaceState({ ...(window.history.state as object | null), usr: state }, '');
