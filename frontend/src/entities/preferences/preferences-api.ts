import type { AnswerOf, BodyInputOf } from '@quorum/contracts/wire/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { purely } from '../api/purely.ts';
import { announce } from '../realtime/page-events.ts';

type Done = { readonly success: true };
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

/** Colours and pins that the user gave to groups. Choices show at once and are taken back when the server refuses them. */
export const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    colorPreferences: build.query<ColorPreferences, void>({
      query: () => call('colorPreferences'),
      transformResponse: ({ preferences }: AnswerOf<'colorPreferences'>) => preferences,
      providesTags: ['Colors'],
    }),
    pinPreferences: build.query<PinPreferences, void>({
      query: () => call('pinPreferences'),
      transformResponse: ({ preferences }: AnswerOf<'pinPreferences'>) => preferences,
      providesTags: ['Pins'],
    }),
    chooseColor: build.mutation<Done, BodyInputOf<'chooseColor'>>({
      query: (body) => call('chooseColor', { body }),
      onQueryStarted: async ({ groupId, colorIndex }, { dispatch, queryFulfilled, getState }) => {
        const before = preferencesApi.endpoints.colorPreferences.select()(getState()).data?.[groupId];
        const choose = (index: number | undefined) =>
          dispatch(changeColors((colors) => withColor(colors, groupId, index)));
        choose(colorIndex);
        try {
          await queryFulfilled;
          announce('colorPreferencesUpdated', { groupId, colorIndex });
        } catch (error) {
          console.warn('The color was not saved.', error);
          choose(before);
        }
      },
    }),
    pinGroup: build.mutation<Done, BodyInputOf<'pinGroup'>>({
      query: (body) => call('pinGroup', { body }),
      onQueryStarted: async ({ groupId, isPinned }, { dispatch, queryFulfilled }) => {
        const pin = (pinned: boolean) => dispatch(changePins((pins) => withPin(pins, groupId, pinned)));
        pin(isPinned);
        try {
          await queryFulfilled;
        } catch (error) {
          console.warn('The pin was not saved.', error);
          pin(!isPinned);
        }
      },
    }),
  }),
});

export const changeColors = (change: (colors: ColorPreferences) => ColorPreferences) =>
  preferencesApi.util.updateQueryData('colorPreferences', undefined, purely(change));

export const changePins = (change: (pins: PinPreferences) => PinPreferences) =>
  preferencesApi.util.updateQueryData('pinPreferences', undefined, purely(change));

export const { useColorPreferencesQuery, usePinPreferencesQuery, useChooseColorMutation, usePinGroupMutation } =
  preferencesApi;
