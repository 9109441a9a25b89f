import { Suspense, useLayoutEffect } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { documentTitle } from '../entities/page/use-document-title.ts';
import { isGated, useNarrowWindow } from './mobile-gate.ts';
import type { RouteHandle } from './route-handle.ts';
import { AppDownloadScreen } from './screens.tsx';
import { Waiting } from './waiting.tsx';

export function RootLayout() {
  const { pathname } = useLocation();
  const narrow = useNarrowWindow();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const shut = narrow && isGated(pathname);
  const title = documentTitle(shut ? 'Get the app' : handle?.title);
  // Before the passive effects, in which a screen may name itself more exactly.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return <Suspense fallback={<Waiting />}>{shut ? <AppDownloadScreen /> : <Outlet />}</Suspense>;
}
