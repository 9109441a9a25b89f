import { findMeetingLink, meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { chatBreak } from '@quorum/contracts/time/chat-grouping.ts';
import { messageTimeLabel, separatorLabel } from '@quorum/contracts/time/chat-labels.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { Calendar, Trash2 } from 'lucide-react';
import { type FocusEvent, memo, useState } from 'react';
import { eventOfMessage } from '../../entities/message/event-of-message.ts';
import { rightsOnMessage } from '../../entities/message/message-rights.ts';
import { useServices } from '../../entities/store/services-context.tsx';
import { avatarOf, personName } from '../../entities/user/person-label.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { useChatContext } from './chat-context.ts';
import type { ChatRow } from './chat-row.ts';
import { EditBox } from './edit-box.tsx';
import { EventCard } from './event-card.tsx';
import { JoinLink } from './join-link.tsx';
import { LinkPreviewCard } from './link-preview-card.tsx';
import { MessageText } from './message-text.tsx';
import { MessageTools } from './message-tools.tsx';
import { OutgoingState } from './outgoing-state.tsx';
import { Quote } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import { SharedFile } from './shared-file.tsx';
import { EVENT_DELETED, MESSAGE_DELETED, summaryOf } from './summary.ts';

export interface MessageRowProps {
  row: ChatRow;
  /** The message above this one. */
  previous: MessageView | undefined;
  /** The first one that the reader has not seen. */
  isFirstNew: boolean;
  /** Where Tab enters the list. */
  isTabStop: boolean;
  /** It was just jumped to. */
  isMarked: boolean;
  /** It came in while the reader was looking. */
  isFresh: boolean;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, previous, isFirstNew, isTabStop, isMarked, isFresh } = props;
  const { message, outgoing } = row;
  const { timeZone, editingId } = useChatContext();
  const { tools, ...near } = useTools(row);
  const above = chatBreak(momentOf(previous), momentOf(message), timeZone);
  const header = above.header || isFirstNew;
  const isReply = message.replyTo !== null && !message.isDeleted;
  const name = personName(message.senderId);
  return (
    <>
      {above.separator && <Separator at={message.createdAt} timeZone={timeZone} />}
      {isFirstNew && (
        // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot hold words.
        <div className="newline" role="separator" aria-label="New messages">
          New messages
        </div>
      )}
      <article
        className={classNames(
          'msg',
          header && !above.separator && !isFirstNew && 'msg--spaced',
          !header && !isReply && 'msg--cont',
          isReply && 'msg--reply',
          outgoing && 'msg--queued',
          editingId === message._id && 'is-editing',
          isMarked && 'is-marked',
          isFresh && 'is-fresh',
        )}
        data-row={message._id}
        aria-label={`${name}, ${timeLabel(message.createdAt, timeZone)}: ${summaryOf(message)}`}
        tabIndex={isTabStop ? 0 : -1}
        {...near}
      >
        {header || isReply ? (
          <Avatar size={36} {...avatarOf(message.senderId)} />
        ) : (
          <time className="msg__t" dateTime={message.createdAt}>
            {timeLabel(message.createdAt, timeZone)}
          </time>
        )}
        <div className="msg__body">
          {isReply && message.replyTo && <Quote message={message.replyTo} />}
          {(header || isReply) && (
            <header className="msg__head">
              <b dir="auto">{name}</b>
              <SentAt at={message.createdAt} timeZone={timeZone} />
            </header>
          )}
          {editingId === message._id ? <EditBox message={message} /> : <Content message={message} />}
          {outgoing && <OutgoingState outgoing={outgoing} />}
          <Reactions message={message} />
          {tools}
        </div>
      </article>
    </>
  );
});

const momentOf = <M extends MessageView | undefined>(message: M) =>
  (message && { senderId: message.senderId._id, createdAt: message.createdAt }) as M extends undefined
    ? { senderId: string; createdAt: string } | undefined
    : { senderId: string; createdAt: string };

/** The actions stand beside the message that the pointer or the focus is on, and beside no other. */
const useTools = ({ message, outgoing }: ChatRow) => {
  const { group, userId, editingId, askedId } = useChatContext();
  const { now } = useServices();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [busy, setBusy] = useState(false);
  const asked = askedId === message._id;
  const open = (hovered || focused || busy || asked) && outgoing === undefined && editingId !== message._id;
  const rights = open ? rightsOnMessage(group, userId, message, now()) : undefined;
  return {
    tools: rights?.reply ? <MessageTools message={message} rights={rights} onBusy={setBusy} /> : null,
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
  };
};

function Separator({ at, timeZone }: { at: string; timeZone: string }) {
  const label = separatorLabel(at, useMinute(), timeZone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot hold words.
    <div className="sep" role="separator" aria-label={label}>
      {label}
    </div>
  );
}

function SentAt({ at, timeZone }: { at: string; timeZone: string }) {
  // A message of this very minute is not from the future.
  const now = Math.max(useMinute(), Date.parse(at));
  return <time dateTime={at}>{messageTimeLabel(at, now, timeZone)}</time>;
}

function Content({ message }: { message: MessageView }) {
  const { timeZone } = useChatContext();
  if (message.isDeleted)
    return message.isEvent ? (
      <div className="evmsg--gone">
        <Calendar className="i" aria-hidden="true" />
        {EVENT_DELETED}
      </div>
    ) : (
      <p className="msg__text msg__text--gone">
        <Trash2 className="i" aria-hidden="true" />
        {MESSAGE_DELETED}
      </p>
    );
  const event = eventOfMessage(message);
  if (event !== undefined) return <EventCard event={event} timeZone={timeZone} />;
  if (message.type !== 'text') return <SharedFile message={message} />;
  const meeting = findMeetingLink(message.content);
  return (
    <>
      <MessageText text={message.content} isEdited={message.isEdited} />
      {meeting && <JoinLink meeting={meeting} className="msg__join" />}
      {message.linkPreviews
        .filter(({ url }) => meetingLinkOf(url) === undefined)
        .map((preview) => (
          <LinkPreviewCard key={preview.url} preview={preview} />
        ))}
    </>
  );
}
