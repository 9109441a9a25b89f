import { limits } from '@quorum/contracts/kernel/limits.ts';
import { patched } from '../api/live-updates.ts';
import { purely } from '../api/purely.ts';
import type { Change } from '../services/changes.ts';
import type { AppThunk } from '../store/state.ts';
import { eventApi, FIRST_PAGE } from './event-api.ts';
import { type EventList, type EventsArgs, withPage } from './event-list.ts';
import { eventPatches } from './event-live-updates.ts';

const listOf =
  (args: EventsArgs): AppThunk<EventList | undefined> =>
  (_, getState) =>
    eventApi.endpoints.events.select(args)(getState()).data;

/**
 * Loads the next page of a range into its list. Each page is about as large as the list so far, so that what is derived
 * from the list is derived a few times only, not once per page. Rejects with an `ApiError`.
 */
export const loadMoreEvents =
  (args: EventsArgs): AppThunk<Promise<void>> =>
  (dispatch, _, { changes, once }) =>
    once(`events ${JSON.stringify(args)}`, async () => {
      const before = dispatch(listOf(args));
      if (before?.next === undefined) return;
      const after = before.next;
      const limit = Math.min(limits.eventPageMost, Math.max(FIRST_PAGE, before.events.length));
      const meanwhile: Change[] = [];
      const stop = changes.subscribe((change) => meanwhile.push(change));
      const asked = dispatch(
        eventApi.endpoints.eventPage.initiate({ ...args, limit, after }, { subscribe: false, forceRefetch: true }),
      );
      const page = await asked.unwrap().finally(stop);
      // The page may lack what changed while it was loading.
      const withAll = (list: EventList): EventList =>
        meanwhile.reduce(
          (now, change) => patched(eventPatches, now, change, { arg: args, userId: undefined }),
          withPage(list, page),
        );
      dispatch(
        eventApi.util.updateQueryData(
          'events',
          args,
          // A list that was reloaded meanwhile continues from elsewhere.
          purely<EventList>((list) => (list.next === after ? withAll(list) : list)),
        ),
      );
    });
