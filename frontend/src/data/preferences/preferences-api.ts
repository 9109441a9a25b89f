import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { Preferences } from '@quorum/contracts/preferences/wire.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { useMemo } from 'react';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates } from '../api/live-updates.ts';
import { changed } from '../store/changes.ts';
import type { RootState } from '../store/state.ts';

type Change = BodyInputOf<'changeGroupPreferences'>;

/** A change that the server has not answered yet. `isPassed`: a newer push about the group has arrived. */
type Choice = { readonly id: string; readonly change: Change; readonly isPassed: boolean };

/** Choices show at once, on top of the stored preferences. A refused one is removed, and the stored value shows again. */
type Known = { readonly stored: Preferences; readonly choices: readonly Choice[] };

const withChange = (all: Preferences, { groupId, ...changes }: Change): Preferences => ({
  ...all,
  [groupId]: { ...all[groupId], ...changes },
});

const withoutGroup = (known: Known, groupId: string): Known => {
  const { [groupId]: _, ...stored } = known.stored;
  return { ...known, stored };
};

const pushed = ({ stored, choices }: Known, change: Change): Known => ({
  stored: withChange(stored, change),
  choices: choices.map((choice) => (choice.change.groupId === change.groupId ? { ...choice, isPassed: true } : choice)),
});

const shownOf = ({ stored, choices }: Known): Preferences =>
  choices.reduce((all, { change }) => withChange(all, change), stored);

/** The user's preferences for each group. */
export const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    groupPreferences: build.query<Known, void>({
      query: () => call('groupPreferences'),
      transformResponse: ({ preferences }: AnswerOf<'groupPreferences'>) => ({ stored: preferences, choices: [] }),
      ...liveUpdates<Known, void>({
        tag: () => ({ type: 'groupPreferences' }),
        audience: (_, userId) => userAudience(userId),
        patches: {
          groupPreferencesUpdated: pushed,
          groupLeft: (known, { groupId }) => withoutGroup(known, groupId),
          groupDeleted: (known, { groupId }) => withoutGroup(known, groupId),
        },
      }),
    }),
    changeGroupPreferences: build.mutation<Success, Change>({
      query: (body) => call('changeGroupPreferences', { body }),
      onQueryStarted: async (change, { dispatch, getState, queryFulfilled, requestId: id }) => {
        const choose = (next: (choices: Known['choices']) => Known['choices']) =>
          dispatch(
            preferencesApi.util.updateQueryData('groupPreferences', undefined, (known: Known) => ({
              ...known,
              choices: next(known.choices),
            })),
          );
        choose((choices) => [...choices, { id, change, isPassed: false }]);
        const answer = await queryFulfilled.catch(() => undefined);
        const { data } = preferencesApi.endpoints.groupPreferences.select()(getState());
        const choice = data?.choices.find((one) => one.id === id);
        if (answer !== undefined && choice?.isPassed !== true)
          dispatch(changed({ name: 'groupPreferencesUpdated', payload: change }));
        choose((choices) => choices.filter((one) => one.id !== id));
      },
    }),
  }),
});

/** The user's preferences for each group, as they show; undefined before they are loaded. */
export const selectPreferences = (state: RootState): Preferences | undefined => {
  const known = preferencesApi.endpoints.groupPreferences.select()(state).data;
  return known && shownOf(known);
};

const NONE: Known = { stored: {}, choices: [] };

export const useGroupPreferences = () => {
  const { data: known = NONE, isLoading, error } = preferencesApi.useGroupPreferencesQuery();
  return { preferences: useMemo(() => shownOf(known), [known]), isLoading, error };
};
