import { isAnyOf } from '@reduxjs/toolkit';
import { connectionChanged } from '../realtime/connection-slice.ts';
import { checkPostponed, selectUserId, sessionEnded, signedIn, userChanged } from '../session/session-slice.ts';
import type { Listen } from '../store/listen.ts';
import { loadDrafts } from './drafts.ts';
import { dropLeftFiles } from './keep-file.ts';
import { messageApi } from './message-api.ts';
import { withDeleted, withUpdated } from './message-list.ts';
import { patchMessages } from './message-patches.ts';
import { flushOutbox, loadOutbox } from './outbox.ts';

const { endpoints } = messageApi;

export const messageEffects = (listen: Listen): void => {
  listen({
    matcher: endpoints.editMessage.matchFulfilled,
    effect: ({ payload }, { dispatch }) =>
      dispatch(patchMessages(payload.groupId, (list) => withUpdated(list, payload))),
  });
  listen({
    matcher: endpoints.deleteMessage.matchFulfilled,
    effect: ({ meta }, { dispatch }) => {
      const { groupId, messageId } = meta.arg.originalArgs;
      dispatch(patchMessages(groupId, (list) => withDeleted(list, messageId, isEventMessage(list, messageId))));
    },
  });
  // The account is known: what it had begun to write in this browser comes back, and what waited goes out.
  listen({
    matcher: isAnyOf(signedIn, userChanged, checkPostponed),
    effect: (_, { dispatch, getState, getOriginalState }) => {
      const userId = selectUserId(getState());
      const before = getOriginalState().session;
      if (userId === undefined || (before.status === 'signedIn' && before.user?._id === userId)) return;
      dispatch(loadDrafts(userId));
      dispatch(loadOutbox(userId));
      void dispatch(dropLeftFiles(userId));
      void dispatch(flushOutbox());
    },
  });
  listen({
    actionCreator: connectionChanged,
    effect: ({ payload }, { dispatch }) => {
      if (payload.status === 'online') void dispatch(flushOutbox());
    },
  });
  // A lane that sleeps between two tries finds nobody signed in and stops.
  listen({
    actionCreator: sessionEnded,
    effect: (_, { extra: { alarm, waitingFiles } }) => {
      for (const { cancel } of waitingFiles.values()) cancel();
      waitingFiles.clear();
      alarm.ring();
    },
  });
};

const isEventMessage = (list: { readonly messages: readonly { _id: string; isEvent: boolean }[] }, id: string) =>
  list.messages.find(({ _id }) => _id === id)?.isEvent ?? false;
