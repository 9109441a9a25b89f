/** The one message that shows its actions: the last one that the pointer or the focus moved to. */
let active: string | undefined;
/** A menu of it is open, so it stays active. */
let isPinned = false;
const listeners = new Set<() => void>();

const set = (next: string | undefined): void => {
  if (next === active) return;
  active = next;
  for (const listener of listeners) listener();
};

export const subscribeToActive = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const hasActiveTools = (messageId: string): boolean => active === messageId;

export const activateTools = (messageId: string): void => {
  if (!isPinned) set(messageId);
};

export const deactivateTools = (messageId: string): void => {
  if (active === messageId && !isPinned) set(undefined);
};

export const pinTools = (pinned: boolean): void => {
  isPinned = pinned;
};

/** The message, and any menu of it, is no longer drawn. */
export const releaseTools = (messageId: string): void => {
  if (active !== messageId) return;
  isPinned = false;
  set(undefined);
};
