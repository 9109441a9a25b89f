import { useLayoutEffect, useRef } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router-dom';
import type { Services } from '../data/services/services.ts';
import { ServicesProvider } from '../data/services/services-context.tsx';
import { ToastProvider } from '../shared/ui/overlays/toast.tsx';
import { isLateFontHere } from './late-font.ts';
import { AppRoutes } from './routes.tsx';
import type { AppStore } from './store/make-store.ts';

function Screens() {
  useLateFont();
  useBackAsEscape();
  return <AppRoutes />;
}

export function App({ store, services }: { store: AppStore; services: Services }) {
  return (
    <Provider store={store}>
      <ServicesProvider services={services}>
        <ToastProvider>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
        </ToastProvider>
      </ServicesProvider>
    </Provider>
  );
}

/** Switches to the late font when another screen is shown, so that no text moves while it is being read. */
const useLateFont = (): void => {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another path means another screen.
  useLayoutEffect(() => {
    if (isLateFontHere()) document.documentElement.dataset.font = 'late';
  }, [pathname]);
};

const OPEN_DIALOG = '[aria-modal="true"][data-state="open"]';

/** The router numbers its entries of the history. */
const numberOfEntry = (): number | undefined => (window.history.state as { readonly idx?: number } | null)?.idx;

/**
 * Back closes the topmost dialog as Escape does (which may ask first), and the screen stays. When the browser reports the move, it
 * has already happened, so it is undone, and the router sees neither move.
 */
const useBackAsEscape = (): void => {
  const location = useLocation();
  const shown = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another location means another entry.
  useLayoutEffect(() => {
    shown.current = numberOfEntry();
  }, [location]);
  useLayoutEffect(() => {
    const onMoved = (moved: PopStateEvent) => {
      const entry = numberOfEntry();
      if (entry === undefined || shown.current === undefined) return;
      const isReturn = entry === shown.current;
      if (!isReturn && document.querySelector(OPEN_DIALOG) === null) return;
      moved.stopImmediatePropagation();
      if (isReturn) return;
      window.history.go(shown.current - entry);
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(key);
    };
    // This listens before the router does, which encloses it.
    window.addEventListener('popstate', onMoved, true);
    return () => window.removeEventListener('popstate', onMoved, true);
  }, []);
};
