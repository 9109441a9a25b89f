import type { GroupView } from '@quorum/contracts/wire/views.ts';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Listen } from '../store/listen.ts';
import { groupApi } from './group-api.ts';
import { addGroup, dropGroup, takeGroup } from './group-patches.ts';

const { endpoints } = groupApi;
type TakesGroup = PayloadAction<GroupView>;

/** What the user's own actions change shows at once, without waiting for the push. */
export const groupEffects = (listen: Listen): void => {
  for (const { matchFulfilled } of [endpoints.joinByCode, endpoints.joinByLink])
    listen({
      predicate: (action): action is TakesGroup => matchFulfilled(action),
      effect: ({ payload }, { dispatch }) => dispatch(addGroup(payload)),
    });
  listen({
    matcher: endpoints.createGroup.matchFulfilled,
    effect: ({ payload }, { dispatch }) => dispatch(addGroup(payload.group)),
  });
  for (const { matchFulfilled } of [
    endpoints.changeGroupDetails,
    endpoints.changeGroupSettings,
    endpoints.removeImageOfGroup,
    endpoints.removeMember,
    endpoints.changeRole,
    endpoints.transferOwnership,
  ])
    listen({
      predicate: (action): action is TakesGroup => matchFulfilled(action),
      effect: ({ payload }, { dispatch }) => dispatch(takeGroup(payload)),
    });
  listen({
    matcher: endpoints.deleteGroup.matchFulfilled,
    effect: ({ meta }, { dispatch }) => dispatch(dropGroup(meta.arg.originalArgs.groupId, 'deleted')),
  });
  listen({
    matcher: endpoints.leaveGroup.matchFulfilled,
    effect: ({ meta }, { dispatch }) => dispatch(dropGroup(meta.arg.originalArgs, 'left')),
  });
};
