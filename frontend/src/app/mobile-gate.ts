import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import { useSyncExternalStore } from 'react';

/** CSS pixels of the window, whatever the zoom. */
const GATE_WIDTH = 750;
const OPEN_PATHS = new Set(['/terms', '/privacy', '/support', '/admin', '/app-download']);

/** Is this path shut on narrow windows? Public pages and invitations stay open. */
export const isGated = (pathname: string): boolean =>
  !OPEN_PATHS.has(pathname.toLowerCase().replace(/\/+$/, '')) && !isInvitePath(pathname);

/** `innerWidth` shrinks when the page is zoomed in; `outerWidth` does not. Inside a frame it may be 0. */
const isNarrow = (): boolean => (window.outerWidth || window.innerWidth) < GATE_WIDTH;

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

export const useNarrowWindow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
