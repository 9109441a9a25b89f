import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { flushOutbox } from '../../data/message/outbox.ts';
import { useChat } from '../../data/message/use-chat.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { selectUser, selectUserId } from '../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useFileDrop } from '../../shared/hooks/use-file-drop.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { type Chat, ChatContext, useChatContext } from './chat-context.ts';
import { ChatEmpty } from './chat-empty.tsx';
import { ChatHeader } from './chat-header.tsx';
import { chatLines } from './chat-lines.ts';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer, type ComposerHandle, type ComposerProps } from './composer/composer.tsx';
import { TooLargeDialog } from './composer/too-large-dialog.tsx';
import { TypingLine } from './composer/typing-line.tsx';
import { useAttachments } from './composer/use-attachments.ts';
import { QuestionDialog } from './dialogs/question-dialog.tsx';
import { useQuestion } from './dialogs/use-question.ts';
import { MessageList, type MessageListHandle, type MessageListProps } from './list/message-list.tsx';
import { useAnnounced } from './list/use-announced.ts';
import { useJumps } from './list/use-jumps.ts';
import { useLeftPlace } from './list/use-left-place.ts';
import { useReading } from './list/use-reading.ts';
import { useEditing } from './message/use-editing.ts';
import { MESSAGE_DELETED } from './summary.ts';
import { useEditLast } from './use-edit-last.ts';

export interface GroupChatProps {
  group: GroupView;
  onInvite: () => void;
  onEvent: (eventId: string, startsAt: string) => void;
}

/** Queues chosen files, and keeps those that are too large for the dialog that names them. */
const useChosenFiles = (groupId: string) => {
  const [tooLarge, setTooLarge] = useState<readonly File[]>([]);
  const { attachments } = useAttachments(groupId);
  return {
    tooLarge,
    dismissTooLarge: () => setTooLarge([]),
    takeFiles: (files: readonly File[]) => setTooLarge(attachments.add(files)),
  };
};

interface SharedParts {
  group: GroupView;
  messages: readonly MessageView[];
  composer: RefObject<ComposerHandle | null>;
  toComposer: () => void;
  toMessage: (messageId: string) => Promise<void>;
  onEvent: GroupChatProps['onEvent'];
}

/** What the rows share, and the question that one of them asks. */
const useShared = ({ group, messages, composer, toComposer, toMessage, onEvent }: SharedParts) => {
  const userId = useAppSelector(selectUserId) ?? '';
  const timeZone = useTimeZone();
  const { question, askedId, ask, close } = useQuestion();
  const editing = useEditingHere(messages, composer, toComposer);
  const context = useMemo<Chat>(
    () => ({
      group,
      userId,
      timeZone,
      askedId,
      ...editing,
      reply: (message) => composer.current?.reply(message),
      remove: (message) => ask('delete', message),
      report: (message) => ask('report', message),
      openImage: (message) => ask('image', message),
      jumpTo: (messageId) => void toMessage(messageId),
      openEvent: onEvent,
    }),
    [group, userId, timeZone, askedId, editing, ask, toMessage, onEvent, composer],
  );
  return { context, question, close };
};

/** One group's chat, from its header to the composer. Files may be dropped anywhere on it. */
export function GroupChat({ group, onInvite, onEvent }: GroupChatProps) {
  const groupId = group._id;
  const chat = useChat(groupId);
  const { messages, hasMoreAfter } = chat;
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [atEnd, setAtEnd] = useState(false);
  const toComposer = useCallback(() => composer.current?.focus(), []);
  const { toMessage, toNewest } = useJumps(groupId, list, hasMoreAfter);
  const { question, close, context } = useShared({ group, messages, composer, toComposer, toMessage, onEvent });
  const { userId, timeZone, edit } = context;
  const reading = useReading(group, chat, userId, atEnd);
  const newestMessages = hasMoreAfter ? undefined : messages;
  const editLast = useEditLast({ group, userId, messages: newestMessages, list, edit });
  const { tooLarge, dismissTooLarge, takeFiles } = useChosenFiles(groupId);
  const drop = useFileDrop(takeFiles);

  const onSent = () => {
    reading.clearLine();
    void toNewest(false);
  };

  return (
    <ChatContext value={context}>
      <div className={classNames('chat', drop.isOver && 'is-over')} {...drop.handlers}>
        <ChatHeader group={group} />
        <ConnectionLine />
        <Messages
          chat={chat}
          list={list}
          reading={reading}
          onInvite={onInvite}
          onAtEnd={setAtEnd}
          onNewest={() => void toNewest(true)}
          onLeave={toComposer}
        />
        <Foot
          ref={composer}
          groupId={groupId}
          groupName={group.name}
          outgoing={chat.outgoing}
          onFiles={takeFiles}
          onSent={onSent}
          onUp={editLast}
        />
      </div>
      {question && <QuestionDialog question={question} messages={messages} timeZone={timeZone} onClose={close} />}
      <TooLargeDialog files={tooLarge} onClose={dismissTooLarge} />
    </ChatContext>
  );
}

interface MessagesProps extends Pick<MessageListProps, 'onAtEnd' | 'onNewest' | 'onLeave'> {
  chat: ReturnType<typeof useChat>;
  list: RefObject<MessageListHandle | null>;
  reading: Pick<ReturnType<typeof useReading>, 'firstNew' | 'readFurtherUp'>;
  onInvite: () => void;
}

/** The list of messages, what stands in for it, and what a screen reader hears of new ones. */
function Messages({ chat, list, reading, onInvite, ...callbacks }: MessagesProps) {
  const { group, userId, timeZone, jumpTo } = useChatContext();
  const user = useAppSelector(selectUser);
  const { messages, notices, outgoing, hasMoreBefore, hasMoreAfter } = chat;
  const lines = useMemo(() => chatLines(messages, notices, outgoing, user), [messages, notices, outgoing, user]);
  const isComingBack = useLeftPlace(group._id, chat);
  const announced = useAnnounced(hasMoreAfter ? undefined : messages.at(-1), userId);
  return (
    <>
      {chat.isError && messages.length === 0 && <FailedLine onRetry={() => void chat.refetch()} />}
      {isComingBack || messages.length + outgoing.length === 0 ? (
        <NoMessages
          group={group}
          isLoading={chat.isLoading || isComingBack}
          failed={chat.isError}
          onInvite={onInvite}
        />
      ) : (
        <MessageList
          ref={list}
          groupId={group._id}
          lines={lines}
          timeZone={timeZone}
          hasMoreBefore={hasMoreBefore}
          hasMoreAfter={hasMoreAfter}
          firstNew={reading.firstNew}
          readFurtherUp={reading.readFurtherUp}
          onFar={jumpTo}
          {...callbacks}
        />
      )}
      <div className="sr" role="status" aria-live="polite">
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

function Foot(props: ComposerProps) {
  return (
    <div className="composer">
      <div className="chat__col">
        <TypingLine groupId={props.groupId} />
        <Composer {...props} />
      </div>
    </div>
  );
}

function FailedLine({ onRetry }: { onRetry: () => void }) {
  return <QuietLine action={{ label: 'Try again', onClick: onRetry }}>The messages could not be loaded.</QuietLine>;
}

function ConnectionLine() {
  const dispatch = useAppDispatch();
  const { link } = useServices();
  if (!useLostConnection()) return null;
  const tryNow = () => {
    link.hurry();
    void dispatch(flushOutbox());
  };
  return (
    <QuietLine action={{ label: 'Try now', onClick: tryNow }}>
      No connection. What you send waits here and goes out once, in order.
    </QuietLine>
  );
}

/** When the message being edited is deleted, the edited text moves to the composer. */
const useEditingHere = (
  messages: readonly MessageView[],
  composer: RefObject<ComposerHandle | null>,
  onEnd: () => void,
) => {
  const toast = useToast();
  const onGone = (written: string | null) => {
    if (written !== null && written.trim() !== '') composer.current?.take(written);
    toast(MESSAGE_DELETED, 'error');
  };
  return useEditing({ messages, onEnd, onGone });
};
