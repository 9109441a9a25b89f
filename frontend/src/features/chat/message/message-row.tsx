import { type ChatBreak, chatBreak, messageTimeLabel, separatorLabel } from '@quorum/contracts/message/chat-times.ts';
import { mentionsUser } from '@quorum/contracts/message/concerns.ts';
import type { MessageView, NoticeKind, NoticeView } from '@quorum/contracts/message/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { findMeetingLink, meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import {
  Calendar,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  type LucideIcon,
  Pin,
  Trash2,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import { memo } from 'react';
import { eventOfMessage } from '../../../data/message/event-of-message.ts';
import { avatarOf, hueOf } from '../../../data/user/person-label.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { JoinLink } from '../../../shared/ui/page/join-link.tsx';
import { Avatar, inHue } from '../../../shared/ui/people/avatar.tsx';
import { useChatContext } from '../chat-context.ts';
import { type ChatRow, type Fold, isFoldOfEvents, messagesOf, momentOf } from '../chat-rows.ts';
import { noticeText, severalText } from '../notice-text.ts';
import { EVENT_DELETED, MESSAGE_DELETED, summaryOf } from '../summary.ts';
import { EventCard } from './content/event-card.tsx';
import { eventNames, FoldAgain, FoldedEvents } from './content/folded-events.tsx';
import { ImageRun } from './content/image-run.tsx';
import { LinkPreviewCard } from './content/link-preview-card.tsx';
import { MessageText } from './content/message-text.tsx';
import { PollMessage } from './content/poll-message.tsx';
import { Quote } from './content/quote.tsx';
import { SharedFile } from './content/shared-file.tsx';
import { EditBox } from './edit-box.tsx';
import { OutgoingFile } from './outgoing-file.tsx';
import { OutgoingState } from './outgoing-state.tsx';
import { Reactions } from './reactions.tsx';
import { useMessageTools } from './use-message-tools.tsx';
import './message.css';

export interface MessageRowProps {
  row: ChatRow;
  /** The message above this row. */
  previous: MessageView | undefined;
  /** Whether the row begins with the first unread message. */
  isFirstNew: boolean;
  /** The message in this row that is the list's tab stop. */
  tabStop: string | undefined;
  /** The message in this row that was just jumped to. */
  markedId: string | undefined;
  /** It arrived while the reader was looking. */
  isFresh: boolean;
  onFold: (fold: Fold) => void;
}

/** Set off by space alone: from another person, and from a picture, so that a text does not look like its caption. */
const isSpaced = (above: ChatBreak, { type }: MessageView, previous: MessageView | undefined): boolean =>
  !above.separator && (above.header || (type === 'text' && previous?.type !== 'text'));

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, previous, isFirstNew } = props;
  const { timeZone } = useChatContext();
  const above = chatBreak(previous && momentOf(previous), momentOf(row.message), timeZone);
  const placed = {
    ...props,
    header: above.header || isFirstNew,
    isSpaced: !isFirstNew && isSpaced(above, row.message, previous),
  };
  return (
    <>
      {above.separator && <Separator at={row.message.createdAt} previous={previous?.createdAt} timeZone={timeZone} />}
      {isFirstNew && (
        // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot hold words.
        <div className="newline" role="separator" aria-label="New messages">
          New messages
        </div>
      )}
      <Placed {...placed} />
    </>
  );
});

function Placed(placed: Placed) {
  const { notice, several } = placed.row;
  if (notice !== undefined) return <NoticeRow row={placed.row} notice={notice} isFresh={placed.isFresh} />;
  if (isFoldOfEvents(placed.row)) return <SeveralEvents {...placed} />;
  return several === undefined ? <OneMessage {...placed} /> : <SeveralImages {...placed} />;
}

const icons: { readonly [K in NoticeKind]?: LucideIcon } = {
  moved: CalendarClock,
  cancelled: CalendarX,
  restored: CalendarCheck,
  pinned: Pin,
  'series-moved': CalendarClock,
  'series-ended': CalendarX,
  joined: UserPlus,
  left: UserMinus,
  removed: UserMinus,
};

/** Reports changes of an event, or people who joined or left. It has no actions, so the keyboard skips it. */
function NoticeRow({ row, notice, isFresh }: { row: ChatRow; notice: NoticeView; isFresh: boolean }) {
  const { timeZone } = useChatContext();
  const Icon = icons[notice.kind] ?? Calendar;
  const several = row.several?.flatMap((line) => line.notice ?? []);
  return (
    <p className={classNames('chat-notice', isFresh && 'is-fresh')}>
      <Icon className="i" />
      {several === undefined ? noticeText(notice, timeZone) : severalText(notice.kind, several)}
    </p>
  );
}

/** `header`: begins with avatar, name and time. `isSpaced`: set off from the row above by space alone. */
type Placed = MessageRowProps & { header: boolean; isSpaced: boolean };

const blockClasses = ({ header, isSpaced, isFresh }: Pick<Placed, 'header' | 'isSpaced' | 'isFresh'>): string =>
  classNames('message', isSpaced && 'message--spaced', !header && 'message--cont', isFresh && 'is-fresh');

const classesOf = (placed: Placed, isReply: boolean, isEditing: boolean, isForMe: boolean): string =>
  classNames(
    blockClasses({ ...placed, header: placed.header || isReply }),
    isReply && 'message--reply',
    placed.row.message.isDeleted && 'message--gone',
    placed.row.outgoing && 'message--queued',
    isEditing && 'is-editing',
    placed.markedId !== undefined && 'is-marked',
    isForMe && 'is-for-me',
  );

const labelOf = (message: MessageView, timeZone: string, isForMe: boolean): string => {
  const sent = `${personName(message.senderId)}, ${timeLabel(message.createdAt, timeZone)}`;
  return `${sent}${isForMe ? ', mentions you' : ''}: ${summaryOf(message)}`;
};

function OneMessage(placed: Placed) {
  const { row, tabStop } = placed;
  const { message, outgoing } = row;
  const { timeZone, userId, editingId } = useChatContext();
  const isForMe = mentionsUser(message, userId);
  const { tools, ...near } = useMessageTools(row);
  const quoted = message.isDeleted ? null : message.replyTo;
  const isEditing = editingId === message._id;
  const hasHead = placed.header || quoted !== null;
  return (
    <article
      className={classesOf(placed, quoted !== null, isEditing, isForMe)}
      data-row={message._id}
      data-focus-home=""
      aria-label={labelOf(message, timeZone, isForMe)}
      tabIndex={tabStop === undefined ? -1 : 0}
      {...near}
    >
      <Margin message={message} header={hasHead} />
      <div className="message__body">
        {quoted && <Quote message={quoted} />}
        {hasHead && <Head message={message} />}
        {isEditing ? <EditBox message={message} /> : <Content row={row} />}
        <FoldAgain opened={row.opened} onFold={placed.onFold} />
        {outgoing && <OutgoingState outgoing={outgoing} />}
        <Reactions message={message} />
        {tools}
      </div>
    </article>
  );
}

function SeveralImages({ row, header, isSpaced, tabStop, markedId, isFresh }: Placed) {
  return (
    <div className={blockClasses({ header, isSpaced, isFresh })}>
      <Margin message={row.message} header={header} />
      <div className="message__body">
        {header && <Head message={row.message} />}
        <ImageRun images={messagesOf(row)} tabStop={tabStop} markedId={markedId} />
      </div>
    </div>
  );
}

function SeveralEvents({ row, tabStop, onFold, ...placed }: Placed) {
  const { timeZone } = useChatContext();
  const [messages, { _id, senderId, createdAt }] = [messagesOf(row), row.message];
  return (
    <article
      className={blockClasses(placed)}
      data-row={_id}
      data-focus-home=""
      aria-label={`${personName(senderId)}, ${timeLabel(createdAt, timeZone)}: ${counted(messages.length, 'event')}, ${eventNames(messages)}`}
      tabIndex={tabStop === undefined ? -1 : 0}
    >
      <Margin message={row.message} header={placed.header} />
      <div className="message__body">
        {placed.header && <Head message={row.message} />}
        <FoldedEvents messages={messages} onOpen={() => onFold({ open: _id })} />
      </div>
    </article>
  );
}

function Margin({ message, header }: { message: MessageView; header: boolean }) {
  const { timeZone } = useChatContext();
  if (header) return <Avatar size={36} {...avatarOf(message.senderId)} />;
  return (
    <time className="message__t" dateTime={message.createdAt}>
      {timeLabel(message.createdAt, timeZone)}
    </time>
  );
}

function Head({ message }: { message: MessageView }) {
  const { timeZone } = useChatContext();
  return (
    <header className="message__head">
      <b dir="auto" className="message__name" style={inHue(hueOf(message.senderId))}>
        {personName(message.senderId)}
      </b>
      <SentAt at={message.createdAt} timeZone={timeZone} />
    </header>
  );
}

function Separator({ at, previous, timeZone }: { at: string; previous: string | undefined; timeZone: string }) {
  const label = separatorLabel(at, useMinute(), timeZone, previous);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot hold words.
    <div className="sep" role="separator" aria-label={label}>
      {label}
    </div>
  );
}

function SentAt({ at, timeZone }: { at: string; timeZone: string }) {
  // A message of the current minute must not seem to be from the future.
  const now = Math.max(useMinute(), Date.parse(at));
  return <time dateTime={at}>{messageTimeLabel(at, now, timeZone)}</time>;
}

function Content({ row: { message, outgoing } }: { row: ChatRow }) {
  const { timeZone } = useChatContext();
  if (outgoing?.file) return <OutgoingFile outgoing={outgoing} file={outgoing.file} />;
  if (message.isDeleted)
    return message.isEvent ? (
      <div className="event-message--gone">
        <Calendar className="i" />
        {EVENT_DELETED}
      </div>
    ) : (
      <p className="message__text message__text--gone">
        <Trash2 className="i" />
        {MESSAGE_DELETED}
      </p>
    );
  const event = eventOfMessage(message);
  if (event !== undefined) return <EventCard eventId={message._id} event={event} timeZone={timeZone} />;
  if (message.isPoll) return <PollMessage message={message} />;
  if (message.type !== 'text') return <SharedFile message={message} />;
  return <Words message={message} />;
}

function Words({ message }: { message: ChatRow['message'] }) {
  const meeting = findMeetingLink(message.content);
  return (
    <>
      <MessageText message={message} />
      {meeting && <JoinLink meeting={meeting} className="message__join" />}
      {message.linkPreviews
        .filter(({ url }) => meetingLinkOf(url) === undefined)
        .map((preview) => (
          <LinkPreviewCard key={preview.url} preview={preview} />
        ))}
    </>
  );
}
