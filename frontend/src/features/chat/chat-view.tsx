import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { GroupView, MessageView } from '@quorum/contracts/wire/views.ts';
import { type DragEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTimeZone } from '../../entities/calendar-entry/time-zone.ts';
import { useGroup } from '../../entities/group/use-group.ts';
import { Lightbox } from '../../entities/media/lightbox.tsx';
import { jumpTo, leaveStretch, showNewest } from '../../entities/message/message-pages.ts';
import { useChat } from '../../entities/message/use-chat.ts';
import { selectUser } from '../../entities/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../entities/store/hooks.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { QuietLine } from '../../shared/ui/quiet-line.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { type Chat, ChatContext } from './chat-context.ts';
import { ChatEmpty } from './chat-empty.tsx';
import { ChatHeader } from './chat-header.tsx';
import { imagesOfDay } from './chat-images.ts';
import { chatLines } from './chat-lines.ts';
import { ChatNotAvailable } from './chat-not-available.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer, type ComposerHandle } from './composer/composer.tsx';
import { TooLargeDialog } from './composer/too-large-dialog.tsx';
import { TypingLine } from './composer/typing-line.tsx';
import { useAttachments } from './composer/use-attachments.ts';
import { ConnectionLine } from './connection-line.tsx';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { ReportDialog } from './dialogs/report-dialog.tsx';
import { MessageList, type MessageListHandle } from './list/message-list.tsx';
import { useAnnounced } from './list/use-announced.ts';
import { useReading } from './list/use-reading.ts';
import './chat.css';

export interface ChatViewProps {
  groupId: string;
  onInvite: () => void;
  /** Leads from the chat that My Schedule does not have to its calendar. */
  onBack: () => void;
}

/** The chat of a group, on the sheet. */
export default function ChatView({ groupId, onInvite, onBack }: ChatViewProps) {
  const group = useGroup(groupId);
  if (groupId === MY_SCHEDULE) return <ChatNotAvailable onBack={onBack} />;
  if (group === undefined) return <ChatSkeleton />;
  return <GroupChat key={groupId} group={group} onInvite={onInvite} />;
}

/** Milliseconds: longer than a dialog takes to go. */
const FOCUS_RETURNS = 200;

type Open = { readonly kind: 'delete' | 'report' | 'image'; readonly message: MessageView } | null;

function GroupChat({ group, onInvite }: { group: GroupView; onInvite: () => void }) {
  const groupId = group._id;
  const dispatch = useAppDispatch();
  const toast = useToast();
  const user = useAppSelector(selectUser);
  const userId = user?._id ?? '';
  const timeZone = useTimeZone();
  const chat = useChat(groupId);
  const { messages, outgoing, hasMoreBefore, hasMoreAfter } = chat;
  const { attachments } = useAttachments(groupId);
  const [open, setOpen] = useState<Open>(null);
  const [askedId, setAskedId] = useState<string | null>(null);
  const [editingId, setEditingId] = useState<string | null>(null);
  const edited = useRef<string | null>(null);
  const [tooLarge, setTooLarge] = useState<readonly File[]>([]);
  const [atEnd, setAtEnd] = useState(true);
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const { firstNew, clearLine } = useReading(group, chat, userId, atEnd);
  const lines = useMemo(() => chatLines(messages, outgoing, user), [messages, outgoing, user]);
  const announced = useAnnounced(hasMoreAfter ? undefined : messages.at(-1), userId);

  useEffect(() => () => dispatch(leaveStretch(groupId)), [dispatch, groupId]);

  const jump = useCallback(
    async (messageId: string) => {
      if (list.current?.show(messageId)) return;
      try {
        list.current?.letGo();
        await dispatch(jumpTo(groupId, messageId));
        requestAnimationFrame(() => list.current?.show(messageId));
      } catch (error) {
        console.warn('The message could not be loaded.', error);
        toast('The message could not be loaded', 'error');
      }
    },
    [dispatch, groupId, toast],
  );
  const toNewest = useCallback(async () => {
    try {
      if (hasMoreAfter) await dispatch(showNewest(groupId));
      requestAnimationFrame(() => list.current?.toEnd());
    } catch (error) {
      console.warn('The newest messages could not be loaded.', error);
      toast('The newest messages could not be loaded', 'error');
    }
  }, [dispatch, groupId, hasMoreAfter, toast]);

  const ask = useCallback((kind: NonNullable<Open>['kind'], message: MessageView) => {
    setOpen({ kind, message });
    setAskedId(message._id);
  }, []);
  const context = useMemo<Chat>(
    () => ({
      group,
      userId,
      timeZone,
      editingId,
      edited,
      askedId,
      reply: (message) => composer.current?.reply(message),
      edit: (message) => {
        edited.current = null;
        setEditingId(message._id);
      },
      endEdit: () => {
        edited.current = null;
        setEditingId(null);
        composer.current?.focus();
      },
      remove: (message) => ask('delete', message),
      report: (message) => ask('report', message),
      openImage: (message) => ask('image', message),
      jumpTo: (messageId) => void jump(messageId),
    }),
    [group, userId, timeZone, editingId, askedId, ask, jump],
  );
  const close = useCallback(() => {
    setOpen(null);
    // The focus goes back to an action of the message, which must be there still.
    setTimeout(() => setAskedId(null), FOCUS_RETURNS);
  }, []);
  const takeFiles = (files: readonly File[]) => setTooLarge(attachments.add(files));
  const drop = useFileDrop(takeFiles);

  return (
    <ChatContext value={context}>
      <div className={classNames('chat', drop.isOver && 'is-over')} {...drop.handlers}>
        <ChatHeader group={group} />
        <ConnectionLine />
        {chat.isError && messages.length === 0 && (
          <QuietLine action={{ label: 'Try again', onClick: () => void chat.refetch() }}>
            The messages could not be loaded.
          </QuietLine>
        )}
        <Messages
          isLoading={chat.isLoading}
          isEmpty={lines.length === 0}
          failed={chat.isError}
          group={group}
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
            onAtEnd={setAtEnd}
            onNewest={() => void toNewest()}
            onLeave={() => composer.current?.focus()}
          />
        </Messages>
        <div className="sr" role="status" aria-live="polite">
          {announced}
        </div>
        <div className="composer">
          <div className="chat__col">
            <TypingLine groupId={groupId} />
            <Composer
              ref={composer}
              groupId={groupId}
              groupName={group.name}
              outgoing={outgoing}
              onFiles={takeFiles}
              onSent={() => {
                clearLine();
                void toNewest();
              }}
              onUp={() => list.current?.focusLast()}
            />
          </div>
        </div>
      </div>
      {open?.kind === 'delete' && <DeleteDialog message={open.message} onClose={close} />}
      {open?.kind === 'report' && <ReportDialog message={open.message} onClose={close} />}
      {open?.kind === 'image' && (
        <Lightbox
          images={imagesOfDay(messages, open.message.createdAt, timeZone)}
          startId={open.message._id}
          onClose={close}
        />
      )}
      <TooLargeDialog files={tooLarge} onClose={() => setTooLarge([])} />
    </ChatContext>
  );
}

interface MessagesProps {
  isLoading: boolean;
  isEmpty: boolean;
  failed: boolean;
  group: GroupView;
  onInvite: () => void;
  children: ReactNode;
}

function Messages({ isLoading, isEmpty, failed, group, onInvite, children }: MessagesProps) {
  if (!isEmpty) return children;
  if (isLoading) return <ChatSkeleton />;
  if (failed) return <div className="chat__none" />;
  return <ChatEmpty group={group} onInvite={onInvite} />;
}

/** Files may be dropped anywhere on the chat. */
const useFileDrop = (onFiles: (files: readonly File[]) => void) => {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
};
