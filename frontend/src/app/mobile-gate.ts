import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import { useSyncExternalStore } from 'react';
import { isNarrow } from './narrow-window.ts';

const OPEN_PATHS = new Set(['/terms', '/privacy', '/support', '/admin', '/app-download']);

/** Whether this path is closed on narrow windows. Public pages and invitations stay open. */
export const isGated = (pathname: string): boolean =>
  !OPEN_PATHS.has(pathname.toLowerCase().replace(/\/+$/, '')) && !isInvitePath(pathname);

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

export const useNarrowWindow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
