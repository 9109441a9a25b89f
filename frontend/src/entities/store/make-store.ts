import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../api/base-api.ts';
import { farewellMiddleware } from '../session/farewell-middleware.ts';
import { sessionMiddleware } from '../session/session-middleware.ts';
import { storedSession } from '../session/session-slice.ts';
import { storedView } from '../session/view-slice.ts';
import { effectsMiddleware } from './effects.ts';
import type { Services } from './services.ts';
import { rootReducer } from './state.ts';

export const makeStore = (services: Services) =>
  configureStore({
    reducer: rootReducer,
    preloadedState: { session: storedSession(services.storage), view: storedView(services.storage) },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: services },
        // Walking a chat of fifty thousand messages after every action would make development unbearable.
        serializableCheck: false,
        immutableCheck: false,
      })
        .prepend(effectsMiddleware(services))
        .concat(farewellMiddleware, sessionMiddleware(services), baseApi.middleware),
  });

export type AppStore = ReturnType<typeof makeStore>;
