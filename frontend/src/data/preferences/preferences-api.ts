import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { userAudience } from '@quorum/contracts/socket.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates } from '../api/live-updates.ts';
import { changed } from '../store/changed.ts';

export type ColorPreferences = Readonly<Record<string, number>>;
export type PinPreferences = Readonly<Record<string, true>>;

export const withColor = (
  colors: ColorPreferences,
  groupId: string,
  colorIndex: number | undefined,
): ColorPreferences => {
  if (colors[groupId] === colorIndex) return colors;
  const { [groupId]: _, ...others } = colors;
  return colorIndex === undefined ? others : { ...others, [groupId]: colorIndex };
};

export const withPin = (pins: PinPreferences, groupId: string, isPinned: boolean): PinPreferences => {
  if ((pins[groupId] ?? false) === isPinned) return pins;
  const { [groupId]: _, ...others } = pins;
  return isPinned ? { ...others, [groupId]: true } : others;
};

/** The user's colors and pins for groups. Choices show at once and are undone when the server refuses them. */
export const preferencesApi = baseApi.injectEndpoints({
  // oxlint-disable-next-line max-lines-per-function -- A table with a row for each endpoint.
  endpoints: (build) => ({
    colorPreferences: build.query<ColorPreferences, void>({
      query: () => call('colorPreferences'),
      transformResponse: ({ preferences }: AnswerOf<'colorPreferences'>) => preferences,
      ...liveUpdates<ColorPreferences, void>({
        tag: () => ({ type: 'Colors' }),
        audience: (_, userId) => userAudience(userId),
        patches: {
          colorPreferencesUpdated: (colors, { groupId, colorIndex }) => withColor(colors, groupId, colorIndex),
          groupLeft: (colors, { groupId }) => withColor(colors, groupId, undefined),
          groupDeleted: (colors, { groupId }) => withColor(colors, groupId, undefined),
        },
      }),
    }),
    pinPreferences: build.query<PinPreferences, void>({
      query: () => call('pinPreferences'),
      transformResponse: ({ preferences }: AnswerOf<'pinPreferences'>) => preferences,
      ...liveUpdates<PinPreferences, void>({
        tag: () => ({ type: 'Pins' }),
        audience: (_, userId) => userAudience(userId),
        patches: {
          pinPreferencesUpdated: (pins, { groupId, isPinned }) => withPin(pins, groupId, isPinned),
          groupLeft: (pins, { groupId }) => withPin(pins, groupId, false),
          groupDeleted: (pins, { groupId }) => withPin(pins, groupId, false),
        },
      }),
    }),
    chooseColor: build.mutation<Success, BodyInputOf<'chooseColor'>>({
      query: (body) => call('chooseColor', { body }),
      onQueryStarted: async (choice, { dispatch, queryFulfilled, getState }) => {
        const before = preferencesApi.endpoints.colorPreferences.select()(getState()).data?.[choice.groupId];
        dispatch(changed({ name: 'colorPreferencesUpdated', payload: choice }));
        const undo = (colors: ColorPreferences) => withColor(colors, choice.groupId, before);
        await queryFulfilled.catch(() =>
          dispatch(preferencesApi.util.updateQueryData('colorPreferences', undefined, undo)),
        );
      },
    }),
    pinGroup: build.mutation<Success, BodyInputOf<'pinGroup'>>({
      query: (body) => call('pinGroup', { body }),
      onQueryStarted: async ({ groupId, isPinned }, { dispatch, queryFulfilled }) => {
        const pin = (pinned: boolean) =>
          dispatch(changed({ name: 'pinPreferencesUpdated', payload: { groupId, isPinned: pinned } }));
        pin(isPinned);
        await queryFulfilled.catch(() => pin(!isPinned));
      },
    }),
  }),
});

export const { useColorPreferencesQuery, usePinPreferencesQuery, useChooseColorMutation, usePinGroupMutation } =
  preferencesApi;
