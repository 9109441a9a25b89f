type Entry = { readonly usr?: unknown; readonly key?: string } | null;

const entry = (): Entry => window.history.state as Entry;

/** The router keeps the state of an entry of the history under `usr`. It survives a reload. */
export const stateOfEntry = (): unknown => entry()?.usr;

/** The router's key of the present entry. */
export const keyOfEntry = (): string => entry()?.key ?? 'default';

/** Adds to the state of the present entry, or replaces parts of it, without a navigation. */
export const putStateOfEntry = (fields: object): void =>
  window.history.replaceState({ ...entry(), usr: { ...(stateOfEntry() as object | null), ...fields } }, '');
