import { leastUsedColorIndex } from '@quorum/contracts/text/group-colors.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { announce } from '../page/page-events.ts';
import { selectPreferences } from '../preferences/preferences-api.ts';
import { changed, onChanges } from '../store/changes.ts';
import type { AppThunk, Listen, RootState } from '../store/state.ts';
import { groupApi } from './group-api.ts';
import { selectListed } from './use-group.ts';

const { createGroup, joinByCode, joinByLink } = groupApi.endpoints;

/** Shows a group that the user made or joined in the color that the server is about to store for it. */
export const colorEffects = (listen: Listen): void => {
  const isJoined = isAnyOf(joinByCode.matchFulfilled, joinByLink.matchFulfilled);
  listen({
    predicate: (action) => isJoined(action) || createGroup.matchFulfilled(action),
    effect: (action, { dispatch }) => {
      if (isJoined(action)) dispatch(expectColor(action.payload._id));
      if (createGroup.matchFulfilled(action)) dispatch(expectColor(action.payload.group._id));
    },
  });
};

const expectColor =
  (groupId: string): AppThunk =>
  (dispatch, getState) => {
    const known = selectPreferences(getState());
    if (known === undefined || known[groupId]?.color !== undefined) return;
    const color = leastUsedColorIndex(Object.values(known).flatMap((each) => each.color ?? []));
    dispatch(changed({ name: 'groupPreferencesUpdated', payload: { groupId, color } }));
  };

const announceUpdate = ({ groupId }: { readonly groupId: string }, getState: () => RootState): void => {
  const group = selectListed(getState(), groupId);
  if (group !== undefined) announce('groupUpdated', { groupId, group });
};

/** Page events that follow from changes of groups. */
export const pageEffects = (listen: Listen): void =>
  onChanges(listen, {
    groupUpdated: (change, { getState }) => announceUpdate(change, getState),
    ownGroupUpdated: (change, { getState }) => announceUpdate(change, getState),
    groupJoined: ({ groupId, group }) => {
      if (group !== undefined) announce('groupJoined', { groupId, group });
    },
    groupLeft: (left) => announce('groupDeleted', left),
    groupDeleted: (deleted) => announce('groupDeleted', { ...deleted, reason: 'deleted' }),
    groupPreferencesUpdated: ({ groupId, color }) => {
      if (color !== undefined) announce('colorPreferencesUpdated', { groupId, colorIndex: color });
    },
  });
