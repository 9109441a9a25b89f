import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { openAt } from '../../data/message/message-pages.ts';
import type { useChat } from '../../data/message/use-chat.ts';
import { pinApi } from '../../data/pins/pin-api.ts';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { LoadFailed } from '../../shared/ui/page/loaded.tsx';
import { ChatEmpty } from './chat-empty.tsx';
import { chatLines } from './chat-lines.ts';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { PinnedLine } from './header/pinned-line.tsx';
import { MessageList } from './list/message-list.tsx';
import { MESSAGE_GONE } from './list/use-jumps.ts';
import type { Opening } from './list/use-opening.ts';
import { summaryOf } from './summary.ts';
import type { ChatController } from './use-chat-controller.ts';

interface MessagesProps {
  controller: ChatController;
  onInvite: () => void;
}

/** The list of messages, what stands in for it, and its announcements for screen readers. */
export function Messages({ controller, onInvite }: MessagesProps) {
  const { chat, list, reading, opening } = controller;
  const { group, userId, timeZone, jumpTo } = controller.shared;
  const user = useAppSelector(selectUser);
  const { messages, notices, outgoing, hasMoreBefore, hasMoreAfter } = chat;
  const lines = useMemo(() => chatLines(messages, notices, outgoing, user), [messages, notices, outgoing, user]);
  const isWaiting = useWaiting(group._id, opening, chat);
  const announced = useAnnounced(hasMoreAfter ? undefined : messages.at(-1), userId);
  return (
    <>
      {chat.isError && messages.length === 0 && (
        <LoadFailed className="quiet" onRetry={() => void chat.refetch()}>
          The messages didn’t load.
        </LoadFailed>
      )}
      {isWaiting || (messages.length + outgoing.length === 0 && !hasMoreBefore) ? (
        <NoMessages group={group} isLoading={chat.isLoading || isWaiting} failed={chat.isError} onInvite={onInvite} />
      ) : (
        <>
          <PinnedLine group={group} />
          <MessageList
            ref={list}
            groupId={group._id}
            lines={lines}
            timeZone={timeZone}
            opening={opening}
            hasMoreBefore={hasMoreBefore}
            hasMoreAfter={hasMoreAfter}
            firstNew={reading.firstNew}
            readFurtherUp={reading.readFurtherUp}
            onAtEnd={controller.setAtEnd}
            onNewest={controller.showNewest}
            onFar={jumpTo}
            onLeave={controller.focusComposer}
          />
        </>
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {announced}
      </div>
    </>
  );
}

interface NoMessagesProps extends Pick<MessagesProps, 'onInvite'> {
  group: GroupView;
  isLoading: boolean;
  failed: boolean;
}

function NoMessages({ group, isLoading, failed, onInvite }: NoMessagesProps) {
  if (isLoading) return <ChatSkeleton />;
  // A line above reports the failure. An invitation to say hello would be wrong where there may be messages.
  if (failed) return <div className="chat__none" />;
  return <ChatEmpty group={group} onInvite={onInvite} />;
}

/** Announces the newest message of others since the chat was opened to screen readers. */
const useAnnounced = (newest: MessageView | undefined, userId: string): string => {
  const [firstId, setFirstId] = useState<string>();
  if (newest === undefined) return '';
  if (firstId === undefined) setFirstId(newest._id);
  if (firstId === undefined || newest._id === firstId || newest.senderId._id === userId) return '';
  return `${personName(newest.senderId)}: ${summaryOf(newest)}`;
};

type Loaded = Pick<ReturnType<typeof useChat>, 'messages' | 'notices'>;

/** Whether the place to open at or the pinned messages are still loading. The pinned line above the messages must not push them down. */
const useWaiting: typeof usePlace = (groupId, opening, chat) => {
  const { isLoading } = pinApi.usePinsQuery(groupId);
  const isComingBack = usePlace(groupId, opening, chat);
  return isLoading || isComingBack;
};

/** Loads the messages around the place where the chat opens, if they are not loaded. @returns whether they are awaited */
const usePlace = (groupId: string, { place, linkedId }: Opening, { messages, notices }: Loaded): boolean => {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [isOver, setOver] = useState(place === undefined);
  const isHere = !isOver && [...messages, ...notices].some(({ _id }) => _id === place?.messageId);
  if (isHere) setOver(true);
  const isAwaited = !isOver && !isHere && messages.length > 0;

  const open = useEffectEvent(async (messageId: string) => {
    const isKnown = await dispatch(openAt(groupId, messageId));
    if (!isKnown && linkedId !== undefined) toast(MESSAGE_GONE, 'notice');
    setOver(true);
  });
  const messageId = place?.messageId;
  useEffect(() => {
    if (isAwaited && messageId !== undefined) void open(messageId);
  }, [isAwaited, messageId]);
  return isAwaited;
};
