import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { documentTitle, setPageTitle } from '../data/page/page-title.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { allowAnyWidth, isNarrow } from './narrow-window.ts';
import { AppDownloadScreen } from './screens.tsx';
import { Waiting } from './waiting.tsx';

/** The link that stops a change of number comes by text message, so it is opened on a phone. */
const OPEN_PATHS = new Set(['/terms', '/privacy', '/support', '/admin', '/app-download', '/stop-phone-change']);

/** Whether this path is closed on narrow windows. Public pages and invitations stay open. */
export const isGated = (pathname: string): boolean =>
  !OPEN_PATHS.has(pathname.toLowerCase().replace(/\/+$/, '')) && !isInvitePath(pathname);

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

export const useNarrowWindow = (): boolean => useSyncExternalStore(subscribe, isNarrow);

/** The element that had the focus went with its screen, so the keyboard and screen readers continue in the new one. */
const useFocusOnNewScreen = (pathname: string): void => {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.querySelector('main');
    if (main === null || document.activeElement !== document.body) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, [pathname]);
};

/** Wraps every screen: the gate for narrow windows, the page's title, and the message when a screen breaks. */
export function RootLayout({ title, children }: { title: string | undefined; children: ReactNode }) {
  const { key, pathname } = useLocation();
  const narrow = useNarrowWindow();
  const shut = narrow && isGated(pathname);
  const shownTitle = documentTitle(shut ? 'Get the app' : title);
  useFocusOnNewScreen(pathname);
  // Runs before the passive effects, in which a screen may set a more exact title.
  useLayoutEffect(() => {
    setPageTitle(shownTitle);
  }, [shownTitle]);
  return (
    <ErrorBoundary place={key}>
      <Suspense fallback={<Waiting />}>{shut ? <AppDownloadScreen onUseHere={allowAnyWidth} /> : children}</Suspense>
    </ErrorBoundary>
  );
}
