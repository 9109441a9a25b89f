import { connectionChanged } from '../connection/connection-slice.ts';
import { onSignedIn } from '../session/on-signed-in.ts';
import { selectSession, sessionEnded } from '../session/session-slice.ts';
import { onChanges } from '../store/changes.ts';
import type { AppThunk, Listen } from '../store/state.ts';
import { discard, discardAll, flushOutbox, loadOutbox } from './outbox/outbox.ts';
import { selectOutgoingById } from './outbox/outbox-slice.ts';
import { readUpTo, recount } from './reading/unread.ts';

/** Takes up what the person who is signed in has not sent yet. */
export const takeUpOutbox = (): AppThunk => (dispatch, getState) => {
  const { status, user } = selectSession(getState());
  if (status !== 'signedIn' || user === null) return;
  dispatch(loadOutbox(user._id));
  void dispatch(flushOutbox());
};

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
  onSignedIn(listen, ({ dispatch }) => dispatch(takeUpOutbox()));
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
