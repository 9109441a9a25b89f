import type { GroupView, MessageView } from '@quorum/contracts/wire/views.ts';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { leaveStretch } from '../../data/message/message-pages.ts';
import { useChat } from '../../data/message/use-chat.ts';
import { selectUser } from '../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { ChatBody } from './chat-body.tsx';
import { type Chat, ChatContext } from './chat-context.ts';
import { ChatHeader } from './chat-header.tsx';
import { chatLines } from './chat-lines.ts';
import { Composer, type ComposerHandle, type ComposerProps } from './composer/composer.tsx';
import { TooLargeDialog } from './composer/too-large-dialog.tsx';
import { TypingLine } from './composer/typing-line.tsx';
import { useAttachments } from './composer/use-attachments.ts';
import { ConnectionLine } from './connection-line.tsx';
import { QuestionDialog } from './dialogs/question-dialog.tsx';
import { useQuestion } from './dialogs/use-question.ts';
import { MessageList, type MessageListHandle } from './list/message-list.tsx';
import { useAnnounced } from './list/use-announced.ts';
import { useJumps } from './list/use-jumps.ts';
import { useReading } from './list/use-reading.ts';
import { useEditing } from './message/use-editing.ts';
import { MESSAGE_DELETED } from './summary.ts';
import { useEditLast } from './use-edit-last.ts';
import { useFileDrop } from './use-file-drop.ts';

export interface GroupChatProps {
  group: GroupView;
  onInvite: () => void;
  onEvent: (eventId: string, startsAt: string) => void;
}

/** One group's chat, from its header to the composer. Files may be dropped anywhere on it. */
export function GroupChat({ group, onInvite, onEvent }: GroupChatProps) {
  const groupId = group._id;
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const userId = user?._id ?? '';
  const timeZone = useTimeZone();
  const chat = useChat(groupId);
  const { messages, outgoing, hasMoreBefore, hasMoreAfter } = chat;
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [tooLarge, setTooLarge] = useState<readonly File[]>([]);
  const { attachments } = useAttachments(groupId);
  const { firstNew, readFurtherUp, clearLine } = useReading(group, chat, userId, atEnd);
  const { question, askedId, ask, close } = useQuestion();
  const toComposer = useCallback(() => composer.current?.focus(), []);
  const editing = useEditingHere(messages, composer, toComposer);
  const { toMessage, toNewest } = useJumps(groupId, list, hasMoreAfter);
  const editLast = useEditLast({
    group,
    userId,
    messages: hasMoreAfter ? undefined : messages,
    list,
    edit: editing.edit,
  });
  const lines = useMemo(() => chatLines(messages, outgoing, user), [messages, outgoing, user]);
  const announced = useAnnounced(hasMoreAfter ? undefined : messages.at(-1), userId);
  const takeFiles = (files: readonly File[]) => setTooLarge(attachments.add(files));
  const drop = useFileDrop(takeFiles);

  useEffect(() => () => dispatch(leaveStretch(groupId)), [dispatch, groupId]);

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
    [group, userId, timeZone, askedId, editing, ask, toMessage, onEvent],
  );

  return (
    <ChatContext value={context}>
      <div className={classNames('chat', drop.isOver && 'is-over')} {...drop.handlers}>
        <ChatHeader group={group} />
        <ConnectionLine />
        {chat.isError && messages.length === 0 && <FailedLine onRetry={() => void chat.refetch()} />}
        <ChatBody
          group={group}
          isLoading={chat.isLoading}
          failed={chat.isError}
          isEmpty={lines.length === 0}
          onInvite={onInvite}
        >
          <MessageList
            ref={list}
            groupId={groupId}
            lines={lines}
            timeZone={timeZone}
            hasMoreBefore={hasMoreBefore}
            hasMoreAfter={hasMoreAfter}
            firstNew={firstNew}
            readFurtherUp={readFurtherUp}
            onAtEnd={setAtEnd}
            onNewest={() => void toNewest()}
            onFar={(messageId) => void toMessage(messageId)}
            onLeave={toComposer}
          />
        </ChatBody>
        <div className="sr" role="status" aria-live="polite">
          {announced}
        </div>
        <Foot
          ref={composer}
          groupId={groupId}
          groupName={group.name}
          outgoing={outgoing}
          onFiles={takeFiles}
          onSent={() => {
            clearLine();
            void toNewest();
          }}
          onUp={editLast}
        />
      </div>
      {question && <QuestionDialog question={question} messages={messages} timeZone={timeZone} onClose={close} />}
      <TooLargeDialog files={tooLarge} onClose={() => setTooLarge([])} />
    </ChatContext>
  );
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

/** When a message that is edited here is deleted, what was written goes to the composer. */
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
