import { onChanges } from '../api/change-effects.ts';
import { announce } from '../page/page-events.ts';
import type { Listen } from '../store/listen.ts';
import type { RootState } from '../store/state.ts';
import { groupApi } from './group-api.ts';

const announceUpdate = ({ groupId }: { readonly groupId: string }, getState: () => RootState): void => {
  const groups = groupApi.endpoints.myGroups.select()(getState()).data;
  const group = groups?.find(({ _id }) => _id === groupId);
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
    colorPreferencesUpdated: (color) => announce('colorPreferencesUpdated', color),
  });
