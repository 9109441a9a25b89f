import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { useReadState } from '../../data/group/use-group.ts';
import { rightsOnMessage } from '../../data/message/message-rights.ts';
import { flushOutbox } from '../../data/message/outbox/outbox.ts';
import { useChat } from '../../data/message/use-chat.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { selectUserId } from '../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useFileDrop } from '../../shared/hooks/use-file-drop.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { memberCountText } from '../../shared/lib/member-count.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { QuietLine } from '../../shared/ui/page/quiet-line.tsx';
import { AvatarStack } from '../../shared/ui/people/avatar-stack.tsx';
import { GroupAvatar } from '../../shared/ui/people/group-avatar.tsx';
import { type Chat, ChatContext } from './chat-context.ts';
import { Composer, type ComposerHandle, type ComposerProps } from './composer/composer.tsx';
import { TooLargeDialog } from './composer/too-large-dialog.tsx';
import { TypingLine } from './composer/typing-line.tsx';
import { useAttachments } from './composer/use-attachments.ts';
import { QuestionDialog } from './dialogs/question-dialog.tsx';
import { useQuestion } from './dialogs/use-question.ts';
import type { MessageListHandle } from './list/message-list.tsx';
import { useJumps } from './list/use-jumps.ts';
import { useReading } from './list/use-reading.ts';
import { useEditing } from './message/use-editing.ts';
import { Messages } from './messages.tsx';
import { MESSAGE_DELETED } from './summary.ts';

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
  const editing = useEditingHere({ groupId: group._id, messages, composer, toComposer });
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
  const { userId, edit } = context;
  const reading = useReading(useReadState(groupId), chat, userId, atEnd);
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
      <div
        className={classNames('chat', drop.isOver && 'is-over')}
        data-focus-home=".composer textarea"
        {...drop.handlers}
      >
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
      {question && <QuestionDialog question={question} messages={messages} onClose={close} />}
      <TooLargeDialog files={tooLarge} onClose={dismissTooLarge} />
    </ChatContext>
  );
}

const FACES = 5;

function ChatHeader({ group }: { group: GroupView }) {
  return (
    <header className="chat__top">
      <GroupAvatar size={36} name={group.name} imageUrl={group.imageUrl} />
      <div className="chat__title">
        <h2 className="cut" dir="auto">
          {group.name}
        </h2>
        <p>{memberCountText(group.memberCount)}</p>
      </div>
      <span className="hide-md">
        <AvatarStack
          size={28}
          most={FACES}
          total={group.memberCount}
          people={group.members.map(({ userId: person }) => ({ id: person._id, ...avatarOf(person) }))}
        />
      </span>
    </header>
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

function ConnectionLine() {
  const dispatch = useAppDispatch();
  const { link } = useServices();
  if (!useLostConnection()) return null;
  const tryNow = () => {
    link.retryNow();
    void dispatch(flushOutbox());
  };
  return <QuietLine onRetry={tryNow}>No connection. What you send waits here and goes out once, in order.</QuietLine>;
}

type EditedParts = Pick<SharedParts, 'messages' | 'composer' | 'toComposer'> & { groupId: string };

/** When the message being edited is deleted, the edited text moves to the composer. */
const useEditingHere = ({ groupId, messages, composer, toComposer }: EditedParts) => {
  const toast = useToast();
  const onGone = (written: string | null) => {
    if (written !== null && written.trim() !== '') composer.current?.take(written);
    toast(MESSAGE_DELETED, 'error');
  };
  return useEditing({ groupId, messages, onEnd: toComposer, onGone });
};

type Own = {
  readonly group: GroupView;
  readonly userId: string;
  /** Undefined while the newest messages are not loaded. */
  readonly messages: readonly MessageView[] | undefined;
  readonly list: RefObject<MessageListHandle | null>;
  readonly edit: (message: MessageView) => void;
};

/** Edits the user's last message. When that is not allowed, focuses the last of all. */
const useEditLast = ({ group, userId, messages, list, edit }: Own) => {
  const { now } = useServices();
  return (): void => {
    const own = messages?.findLast(({ senderId, isDeleted }) => senderId._id === userId && !isDeleted);
    if (own === undefined || !rightsOnMessage(group, userId, own, now()).edit) {
      list.current?.focusLast();
      return;
    }
    if (document.querySelector(`[data-row="${CSS.escape(own._id)}"]`) === null) list.current?.show(own._id);
    edit(own);
  };
};
