import { useLayoutEffect } from 'react';
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
