import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { freestColorIndex } from '@quorum/contracts/text/group-colors.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { preferencesApi } from '../preferences/preferences-api.ts';
import type { Listen } from '../store/listen.ts';
import type { AppThunk } from '../store/state.ts';
import { accentsOf } from './accent.ts';
import { groupApi } from './group-api.ts';

const { createGroup, joinByCode, joinByLink, myGroups } = groupApi.endpoints;
const { chooseColor, colorPreferences } = preferencesApi.endpoints;

/**
 * A group that the user creates or joins gets a color that none of their other groups has, and keeps it. Groups without
 * a stored color get theirs stored too: it depends on their place among all groups, which the new one changes.
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
    // Never overwrite colors that could not be loaded. The default colors are shown then.
    if (preferences === undefined || groups === undefined || Object.hasOwn(preferences, joinedId)) return;
    const others: readonly GroupView[] = groups.filter(({ _id }) => _id !== joinedId);
    const { indexOf } = accentsOf(preferences, others);
    const choose = (groupId: string, colorIndex: number) =>
      dispatch(chooseColor.initiate({ groupId, colorIndex }, { track: false }));
    await choose(joinedId, freestColorIndex(others.map(({ _id }) => indexOf(_id))));
    for (const { _id } of others) if (!Object.hasOwn(preferences, _id)) await choose(_id, indexOf(_id));
  };
