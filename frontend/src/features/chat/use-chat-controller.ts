import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useReadState } from '../../data/group/use-group.ts';
import { rightsOnMessage } from '../../data/message/message-rights.ts';
import { useChat } from '../../data/message/use-chat.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { selectUserId } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { pathOfMessage } from '../../shared/lib/addresses.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import type { Chat } from './chat-context.ts';
import type { ComposerHandle } from './composer/composer.tsx';
import { useAttachments } from './composer/use-send.ts';
import { useQuestion } from './dialogs/question-dialog.tsx';
import type { MessageListHandle } from './list/message-list.tsx';
import { useJumps } from './list/use-jumps.ts';
import { useOpening } from './list/use-opening.ts';
import { useReading } from './list/use-reading.ts';
import { useEditing } from './message/use-editing.ts';
import { MESSAGE_DELETED } from './summary.ts';

/** Links out of the chat. */
type Outward = Pick<Chat, 'openEvent' | 'openPoll' | 'searchFrom'>;

/**
 * The state of one group's chat, and what its list, rows, composer and dialogs do to each other. They know the
 * controller only.
 */
export const useChatController = (group: GroupView, { openEvent, openPoll, searchFrom }: Outward) => {
  const groupId = group._id;
  const userId = useAppSelector(selectUserId) ?? '';
  const timeZone = useTimeZone();
  const opening = useOpening(groupId);
  const chat = useChat(groupId);
  const { messages, hasMoreAfter } = chat;
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const toNewest = useJumps(groupId, list, hasMoreAfter);
  const navigate = useNavigate();
  const { clearLine, ...reading } = useReading(useReadState(groupId), chat, userId, isAtEnd);
  const { question, askedId, ask, close } = useQuestion();
  const takeText = useCallback((text: string) => composer.current?.take(text), []);
  const editing = useEditingHere({ groupId, messages, focusComposer, takeText });

  /** Shared by all rows. It changes rarely, because every row is redrawn with it. */
  const shared = useMemo<Chat>(
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
      jumpTo: (messageId) => void navigate(pathOfMessage(groupId, messageId)),
      openEvent,
      openPoll,
      searchFrom,
    }),
    [group, groupId, userId, timeZone, askedId, editing, ask, navigate, openEvent, openPoll, searchFrom],
  );

  const newest = hasMoreAfter ? undefined : messages;
  const editLast = useEditLast({ group, userId, messages: newest, list, edit: editing.edit });
  const sent = (): void => {
    clearLine();
    void toNewest(false);
  };
  return {
    chat,
    shared,
    list,
    composer,
    opening,
    reading,
    question,
    closeQuestion: close,
    ...useChosenFiles(groupId),
    setAtEnd,
    focusComposer,
    showNewest: () => void toNewest(true),
    editLast,
    sent,
  };
};

export type ChatController = ReturnType<typeof useChatController>;

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

type EditedParts = {
  readonly groupId: string;
  readonly messages: readonly MessageView[];
  readonly focusComposer: () => void;
  readonly takeText: (text: string) => void;
};

/** When the message being edited is deleted, the edited text moves to the composer. */
const useEditingHere = ({ groupId, messages, focusComposer, takeText }: EditedParts) => {
  const toast = useToast();
  const onGone = (written: string | null) => {
    if (written !== null && written.trim() !== '') takeText(written);
    toast(MESSAGE_DELETED, 'error');
  };
  return useEditing({ groupId, messages, onEnd: focusComposer, onGone });
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
