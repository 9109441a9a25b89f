import type { GroupView } from '@quorum/contracts/group/wire.ts';

/** Events on `window`, after the user's own actions and after changes pushed by the server. */
export type PageEvents = {
  groupDeleted: { readonly groupId: string; readonly reason: 'left' | 'removed' | 'deleted' };
  groupUpdated: { readonly groupId: string; readonly group: GroupView };
  groupJoined: { readonly groupId: string; readonly group: GroupView };
  colorPreferencesUpdated: { readonly groupId: string; readonly colorIndex: number };
};

const page: EventTarget | undefined = typeof window === 'undefined' ? undefined : window;

export const announce = <N extends keyof PageEvents>(name: N, detail: PageEvents[N]): void => {
  page?.dispatchEvent(new CustomEvent(name, { detail }));
};

/** Returns a function that stops listening. */
export const onPageEvent = <N extends keyof PageEvents>(
  name: N,
  listener: (detail: PageEvents[N]) => void,
): (() => void) => {
  const listen = (event: Event) => listener((event as CustomEvent<PageEvents[N]>).detail);
  page?.addEventListener(name, listen);
  return () => page?.removeEventListener(name, listen);
};
