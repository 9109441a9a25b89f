import { freestColorIndex } from '@quorum/contracts/text/group-colors.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { preferencesApi } from '../preferences/preferences-api.ts';
import type { Listen } from '../store/listen.ts';
import type { AppThunk } from '../store/state.ts';
import { accentsOf } from './accent.ts';
import { groupApi } from './group-api.ts';

const { createGroup, joinByCode, joinByLink, myGroups } = groupApi.endpoints;
const { chooseColor, colorPreferences } = preferencesApi.endpoints;

/**
 * A group that the person creates or joins gets a color that no other of theirs has, and keeps it. So do the others that
 * have none stored: what they show goes by their place among all groups, which the new one would change.
 */
export const colorEffects = (listen: Listen): void => {
  const isJoined = isAnyOf(joinByCode.matchFulfilled, joinByLink.matchFulfilled);
  listen({
    predicate: (action) => isJoined(action) || createGroup.matchFulfilled(action),
    effect: (action, { dispatch }) => {
      if (isJoined(action)) return dispatch(settleColors(action.payload._id));
      if (createGroup.matchFulfilled(action)) return dispatch(settleColors(action.payload.group._id));
    },
  });
};

const settleColors =
  (joinedId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const known = await Promise.all([
      dispatch(colorPreferences.initiate(undefined, { subscribe: false })),
      dispatch(myGroups.initiate(undefined, { subscribe: false })),
    ]);
    const [{ data: preferences }, { data: groups }] = known;
    // What is not known is not overwritten. The colors stay as they are shown without a choice.
    if (preferences === undefined || groups === undefined || Object.hasOwn(preferences, joinedId)) return;
    const others: readonly GroupView[] = groups.filter(({ _id }) => _id !== joinedId);
    const { indexOf } = accentsOf(preferences, others);
    const choose = (groupId: string, colorIndex: number) =>
      dispatch(chooseColor.initiate({ groupId, colorIndex }, { track: false }));
    await choose(joinedId, freestColorIndex(others.map(({ _id }) => indexOf(_id))));
    for (const { _id } of others) if (!Object.hasOwn(preferences, _id)) await choose(_id, indexOf(_id));
  };
