import { useMemo } from 'react';
import { selectConnection } from '../connection/connection-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { messageApi } from './message-api.ts';
import { type MessageList, messageListOf } from './message-list.ts';
import { type Outgoing, selectOutgoing } from './outbox/outbox-slice.ts';

const none: MessageList = messageListOf({ messages: [], notices: [], hasMore: false });

/** The part of the outbox that is not among the messages yet. Without a connection, everything in it waits. */
export const stillOutgoing = (
  outgoing: readonly Outgoing[],
  list: MessageList,
  connected: boolean,
): readonly Outgoing[] => {
  if (outgoing.length === 0) return outgoing;
  const arrived = new Set(list.messages.map(({ _id }) => _id));
  return outgoing
    .filter(({ id }) => !arrived.has(id))
    .map((one) => (one.state === 'sending' && !connected ? { ...one, state: 'queued' } : one));
};

/** The messages of a group, kept current while they are shown, and those that are being sent. */
export function useChat(groupId: string) {
  const { data: list = none, isLoading, isError, error, refetch } = messageApi.useMessagesQuery(groupId);
  const outgoing = useAppSelector((state) => selectOutgoing(state, groupId));
  const { since } = useAppSelector(selectConnection);
  const pending = useMemo(() => stillOutgoing(outgoing, list, since === null), [outgoing, list, since]);
  return { ...list, outgoing: pending, isLoading, isError, error, refetch };
}
