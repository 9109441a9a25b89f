import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  isPlain,
  type Middleware,
  type Reducer,
} from '@reduxjs/toolkit';
import { baseApi } from '../../data/api/base-api.ts';
import { connectionEffects } from '../../data/connection/connection-effects.ts';
import { connectionSlice } from '../../data/connection/connection-slice.ts';
import { activityCountsSlice } from '../../data/group/activity-counts-slice.ts';
import { colorEffects, pageEffects } from '../../data/group/group-effects.ts';
import { draftEffects, draftSlice } from '../../data/message/drafts.ts';
import { editingSlice } from '../../data/message/editing-slice.ts';
import { outboxSlice } from '../../data/message/outbox/outbox-slice.ts';
import { readingSlice } from '../../data/message/reading/reading-slice.ts';
import { typingSlice } from '../../data/message/typing-slice.ts';
import type { Services } from '../../data/services/services.ts';
import { sessionSlice, storedSession } from '../../data/session/session-slice.ts';
import { storedView, viewSlice } from '../../data/session/view-slice.ts';
import { changesMiddleware } from '../../data/store/changes.ts';
import type { Listen, RootState } from '../../data/store/state.ts';
import { accountEffects } from '../../data/user/session.ts';
import { farewellMiddleware } from './farewell-middleware.ts';
import { sessionMiddleware } from './session-middleware.ts';

const reducers = {
  api: baseApi.reducer,
  session: sessionSlice.reducer,
  connection: connectionSlice.reducer,
  outbox: outboxSlice.reducer,
  drafts: draftSlice.reducer,
  editing: editingSlice.reducer,
  reading: readingSlice.reducer,
  typing: typingSlice.reducer,
  activityCounts: activityCountsSlice.reducer,
  view: viewSlice.reducer,
} satisfies { readonly [Part in keyof RootState]: Reducer<RootState[Part]> };

export const makeStore = (services: Services) =>
  configureStore({
    reducer: combineReducers(reducers),
    preloadedState: { session: storedSession(services.storage), view: storedView(services.storage) },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: services },
        // The outbox holds files. Answers come from JSON, so walking them all after each action shows nothing.
        serializableCheck: {
          ignoredPaths: ['api.queries'],
          isSerializable: (value: unknown) => isPlain(value) || value instanceof File,
        },
      })
        .prepend(effectsMiddleware(services), changesMiddleware)
        .concat(farewellMiddleware, sessionMiddleware(services), baseApi.middleware),
  });

/** The effects that the first screen needs. `startBackground` adds those of messages. */
const effectsMiddleware = (services: Services): Middleware => {
  const { middleware, startListening } = createListenerMiddleware({
    extra: services,
    onError: (error) => console.error('An effect failed.', error),
  });
  const listen = startListening as Listen;
  accountEffects(listen);
  colorEffects(listen);
  draftEffects(listen);
  pageEffects(listen);
  connectionEffects(listen);
  return middleware as Middleware;
};

export type AppStore = ReturnType<typeof makeStore>;
