import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Services } from '../data/services/services.ts';
import { ServicesProvider } from '../data/services/services-context.tsx';
import { type Ticker, TickerContext } from '../shared/hooks/use-now.ts';
import { ToastProvider } from '../shared/ui/overlays/toast.tsx';
import { makeStore } from './make-store.ts';

/** Renders a screen as the app does, at a path, with the clock of the services. */
export const renderScreen = (screen: ReactNode, services: Services, at: string | object = '/') => {
  const store = makeStore(services);
  const clock = createClock(services);
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [at] });
  const rendered = render(
    <Provider store={store}>
      <ServicesProvider services={services}>
        <TickerContext value={clock}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </TickerContext>
      </ServicesProvider>
    </Provider>,
  );
  return { ...rendered, store, router, tick: () => act(clock.tick) };
};

const createClock = (services: Services): Ticker & { readonly tick: () => void } => {
  const listeners = new Set<() => void>();
  let current = services.now();
  return {
    now: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tick: () => {
      current = services.now();
      for (const listener of listeners) listener();
    },
  };
};
