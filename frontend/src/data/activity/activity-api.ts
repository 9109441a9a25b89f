import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { EVERY_GROUP, liveUpdates, OWN } from '../api/live-updates.ts';
import { changed } from '../store/changes.ts';
import { type ActivityList, activityPatches } from './activity-list.ts';

export const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    activity: build.query<ActivityList, void>({
      queryFn: async (_, __, ___, ask) => {
        const { data, error, meta } = await ask(call('activity'));
        if (error !== undefined) return { error, meta };
        const { items, readUpTo, sequences } = data as AnswerOf<'activity'>;
        return { data: { items, readUpTo }, meta: { ...meta, sequences } };
      },
      ...liveUpdates<ActivityList, void>({
        tag: () => ({ type: 'activity' }),
        follows: () => [OWN, EVERY_GROUP],
        patches: activityPatches,
        reloads: {
          // These changes do not say who made them, and when.
          groupLeft: ({ reason }) => reason === 'removed',
          ownGroupUpdated: () => true,
          ownRsvpUpdated: ({ promoted = false }) => promoted,
          ownDatesAnswered: ({ promoted = false }) => promoted,
        },
      }),
    }),
    /** Shows at once. */
    readActivity: build.mutation<Success, BodyInputOf<'readActivity'>>({
      query: (body) => call('readActivity', { body }),
      onQueryStarted: ({ upTo }, { dispatch }) => {
        dispatch(changed({ name: 'activityRead', payload: { upTo } }));
      },
    }),
  }),
});
