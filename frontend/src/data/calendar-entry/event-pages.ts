import { limits } from '@quorum/contracts/kernel/limits.ts';
import { patched } from '../api/live-updates.ts';
import { collectChanges } from '../store/changes.ts';
import type { AppThunk } from '../store/state.ts';
import { eventApi, FIRST_PAGE } from './event-api.ts';
import { type EventList, type EventsArgs, withPage } from './event-list.ts';
import { eventPatches } from './event-live-updates.ts';

/**
 * Loads the next page of a range into its list. Each page is about as large as the list so far, so that values
 * derived from the list are computed a few times, not once per page. Rejects with an `ApiError`.
 */
export const loadMoreEvents =
  (args: EventsArgs): AppThunk<Promise<void>> =>
  (dispatch, getState, { once }) =>
    once(`events ${JSON.stringify(args)}`, async () => {
      const before = eventApi.endpoints.events.select(args)(getState()).data;
      if (before?.next === undefined) return;
      const after = before.next;
      const limit = Math.min(limits.maxEventPage, Math.max(FIRST_PAGE, before.events.length));
      const { initiate } = eventApi.endpoints.eventPage;
      const [changes, stop] = dispatch(collectChanges());
      const asked = dispatch(initiate({ ...args, limit, after }, { subscribe: false, forceRefetch: true }));
      const page = await asked.unwrap().finally(stop);
      const now = eventApi.endpoints.events.select(args)(getState()).data;
      // A list that was reloaded in the meantime continues from another cursor.
      if (now?.next !== after) return;
      const withAll = changes.reduce<EventList>(
        (list, change) => patched(eventPatches, list, change, { arg: args, userId: undefined }),
        withPage(now, page),
      );
      dispatch(eventApi.util.updateQueryData('events', args, () => withAll));
    });
