/** The one message that shows its actions: the last one that the pointer or the focus moved to. */
let owner: string | undefined;
/** A menu of the owner is open, so it stays the owner. */
let isHeld = false;
const listeners = new Set<() => void>();

const set = (next: string | undefined): void => {
  if (next === owner) return;
  owner = next;
  for (const listener of listeners) listener();
};

export const subscribeToOwner = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const ownsTools = (messageId: string): boolean => owner === messageId;

export const takeTools = (messageId: string): void => {
  if (!isHeld) set(messageId);
};

export const leaveTools = (messageId: string): void => {
  if (owner === messageId && !isHeld) set(undefined);
};

export const holdTools = (held: boolean): void => {
  isHeld = held;
};

/** The message, and any menu of it, is no longer drawn. */
export const dropTools = (messageId: string): void => {
  if (owner !== messageId) return;
  isHeld = false;
  set(undefined);
};
