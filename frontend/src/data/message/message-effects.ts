import { isAnyOf } from '@reduxjs/toolkit';
import { connectionChanged } from '../connection/connection-slice.ts';
import { checkPostponed, selectUserId, sessionEnded, signedIn, userChanged } from '../session/session-slice.ts';
import { onChanges } from '../store/changes.ts';
import type { Listen } from '../store/state.ts';
import { loadDrafts } from './drafts.ts';
import { discard, discardAll, flushOutbox, loadOutbox } from './outbox/outbox.ts';
import { selectOutgoingById } from './outbox/outbox-slice.ts';
import { readUpTo, recount } from './reading/unread.ts';

export const messageEffects = (listen: Listen): void => {
  onChanges(listen, {
    newMessage: ({ _id }, { dispatch, getState }) => {
      if (selectOutgoingById(getState(), _id) !== undefined) dispatch(discard(_id));
    },
    groupLeft: ({ groupId }, { dispatch }) => dispatch(discardAll(groupId)),
    groupDeleted: ({ groupId }, { dispatch }) => dispatch(discardAll(groupId)),
    messageDeleted: ({ groupId }, { dispatch }) => dispatch(recount(groupId)),
    memberLeft: ({ groupId, reason }, { dispatch }) => {
      if (reason === 'account-deleted') dispatch(recount(groupId));
    },
    groupRead: ({ groupId, messageId }, { dispatch }) => dispatch(readUpTo(groupId, messageId)),
  });
  // After sign-in the user's drafts come back, and waiting messages are sent.
  listen({
    matcher: isAnyOf(signedIn, userChanged, checkPostponed),
    effect: (_, { dispatch, getState, getOriginalState }) => {
      const userId = selectUserId(getState());
      const before = getOriginalState().session;
      if (userId === undefined || (before.status === 'signedIn' && before.user?._id === userId)) return;
      dispatch(loadDrafts(userId));
      dispatch(loadOutbox(userId));
      void dispatch(flushOutbox());
    },
  });
  listen({
    actionCreator: connectionChanged,
    effect: ({ payload }, { dispatch }) => {
      if (payload.status === 'online') void dispatch(flushOutbox());
    },
  });
  // A lane that wakes from a pause finds nobody signed in and stops.
  listen({
    actionCreator: sessionEnded,
    effect: (_, { extra: { alarm, uploads } }) => {
      for (const cancel of uploads.values()) cancel();
      alarm.ring();
    },
  });
};
