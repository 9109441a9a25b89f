import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { setPageTitle } from '../data/page/page-title.ts';
import { documentTitle } from '../data/page/use-document-title.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isGated, useNarrowWindow } from './mobile-gate.ts';
import { AppDownloadScreen } from './screens.tsx';
import { Waiting } from './waiting.tsx';

/** Wraps every screen: the gate for narrow windows, the page's title, and the message when a screen breaks. */
export function RootLayout({ title, children }: { title: string | undefined; children: ReactNode }) {
  const { key, pathname } = useLocation();
  const narrow = useNarrowWindow();
  const shut = narrow && isGated(pathname);
  const shownTitle = documentTitle(shut ? 'Get the app' : title);
  // Runs before the passive effects, in which a screen may set a more exact title.
  useLayoutEffect(() => {
    setPageTitle(shownTitle);
  }, [shownTitle]);
  return (
    <ErrorBoundary place={key}>
      <Suspense fallback={<Waiting />}>{shut ? <AppDownloadScreen /> : children}</Suspense>
    </ErrorBoundary>
  );
}
