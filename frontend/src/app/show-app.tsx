import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import type { Services } from '../data/services/services.ts';
import { signedIn } from '../data/session/session-slice.ts';
import type { NewSession } from '../data/session/store-session.ts';
import { checkSession } from '../data/user/session.ts';
import { App } from './app.tsx';
import { preloadScreens } from './screens.tsx';
import { followTabs } from './store/follow-tabs.ts';
import { type AppStore, makeStore } from './store/make-store.ts';

/** Shows the whole app, signed in if a session has just started. */
export const showApp = async (root: Root, services: Services, session?: NewSession): Promise<void> => {
  const store = makeStore(services);
  if (session !== undefined) store.dispatch(signedIn(session));
  start(store, services);
  await preloadScreens(window.location.pathname);
  root.render(
    <StrictMode>
      <App store={store} services={services} />
    </StrictMode>,
  );
};

/** Everything that runs beside the screens. */
const start = (store: AppStore, services: Services): void => {
  followTabs(store);
  void store.dispatch(checkSession());
  void import('./start-background.ts').then(({ startBackground }) => startBackground(store, services));
};
