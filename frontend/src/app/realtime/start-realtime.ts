import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { baseApi, refused } from '../../data/api/base-api.ts';
import { EVERY_GROUP, OWN, ofAudiences } from '../../data/api/live-updates.ts';
import { connectionChanged, selectConnection, welcomed } from '../../data/connection/connection-slice.ts';
import { readElsewhere } from '../../data/message/reading/unread.ts';
import { typingNoticed } from '../../data/message/typing-slice.ts';
import type { Services } from '../../data/services/services.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { selectSession, selectUserId, sessionEnded } from '../../data/session/session-slice.ts';
import { changed } from '../../data/store/changes.ts';
import type { AppThunk } from '../../data/store/state.ts';
import { sessionsApi } from '../../data/user/sessions-api.ts';
import { userApi } from '../../data/user/user-api.ts';
import type { AppStore } from '../store/make-store.ts';
import { createRealtime, type RealtimeHandlers } from './realtime.ts';
import type { OpenSocket } from './socket-port.ts';

/** Milliseconds. */
const CHECK_IN_INTERVAL_MS = 3_600_000;

const checkInNow = () => sessionsApi.endpoints.checkIn.initiate(undefined, { track: false });

/** Keeps one socket open while somebody is signed in. Returns a function that stops it. */
export const startRealtime = (store: AppStore, services: Services, open: OpenSocket): (() => void) => {
  let running: { readonly userId: string; readonly stop: () => void; readonly retryNow: () => void } | undefined;
  const handlers = handlersOf(store, services);

  const begin = (userId: string): void => {
    const realtime = createRealtime(open, handlers);
    const unbind = services.link.bind(realtime.commands);
    // The user sees from it when this browser was last used. A failed report is repeated in an hour.
    const checkIn = () => void store.dispatch(checkInNow());
    const checkingIn = setInterval(checkIn, CHECK_IN_INTERVAL_MS);
    checkIn();
    running = {
      userId,
      retryNow: realtime.commands.retryNow,
      stop: () => {
        clearInterval(checkingIn);
        unbind();
        realtime.stop();
      },
    };
    realtime.start();
  };
  const end = (): void => {
    running?.stop();
    running = undefined;
    store.dispatch(connectionChanged({ status: 'idle', at: services.now() }));
  };
  const follow = (): void => {
    const { status } = selectSession(store.getState());
    const userId = status === 'signedIn' ? selectUserId(store.getState()) : undefined;
    if (userId === running?.userId) return;
    if (running !== undefined) end();
    if (userId !== undefined) begin(userId);
  };

  const online = (): void => running?.retryNow();
  const offline = (): void => {
    if (running !== undefined) store.dispatch(connectionChanged({ status: 'offline', at: services.now() }));
  };
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  const unsubscribe = store.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    running?.stop();
    running = undefined;
  };
};

const handlersOf = ({ dispatch, getState }: AppStore, services: Services): RealtimeHandlers => {
  const { storage, now } = services;
  /** The token of the last connection. */
  let used: string | null = null;
  return {
    token: () => {
      used = storage.get(storageKeys.token);
      return used;
    },
    change: (change) => dispatch(changed(change)),
    typing: (notice) => {
      dispatch(typingNoticed({ notice, now: now() }));
    },
    read: (mark) => {
      dispatch(readElsewhere(mark));
    },
    reload: (audience) => dispatch(reloadAudience(audience)),
    sessionEnded: () => refused(services, used, () => dispatch(sessionEnded({ reason: 'refused' }))),
    welcome: (build) => dispatch(welcomed({ build })),
    connection: (status) => {
      const known = status !== 'online' && !navigator.onLine ? 'offline' : status;
      const wasOpen = selectConnection(getState()).since === null;
      dispatch(connectionChanged({ status: known, at: now() }));
      // An answer means that only live updates are missing, so everything else goes on.
      if (wasOpen && known === 'reconnecting') void dispatch(checkInNow());
    },
    refused: () => {
      void dispatch(userApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true }));
    },
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
  };
};

/** Reloads everything that follows an audience after its changes could not be followed one by one. */
export const reloadAudience =
  (audience: string): AppThunk =>
  (dispatch, getState) => {
    const userId = selectUserId(getState());
    const isOwn = userId !== undefined && audience === userAudience(userId);
    const groupId = audience.slice(groupAudience('').length);
    dispatch(baseApi.util.invalidateTags(ofAudiences(isOwn ? [OWN] : [groupId, EVERY_GROUP])));
  };
