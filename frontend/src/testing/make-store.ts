import { makeStore as storeOfApp } from '../app/store/make-store.ts';
import { messageEffects } from '../data/message/message-effects.ts';
import type { Services } from '../data/services/services.ts';
import { listenTo } from '../data/store/state.ts';

/** The store of the app with all its effects, for tests of the layers below the app. */
export const makeStore = (services: Services) => {
  const store = storeOfApp(services);
  messageEffects(listenTo(store));
  return store;
};
