import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { AskedWord } from '@quorum/contracts/search/words.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { nearDayName, shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { Link, useParams } from 'react-router-dom';
import { useGroupAccents } from '../../data/group/accent.ts';
import { useGroup } from '../../data/group/use-group.ts';
import { eventOfMessage } from '../../data/message/event-of-message.ts';
import type { Searched } from '../../data/search/searched.ts';
import { avatarOf } from '../../data/user/person-label.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { pathOfMessage } from '../../shared/lib/addresses.ts';
import { FileTypeBadge } from '../../shared/ui/page/file-type-badge.tsx';
import { Marked } from '../../shared/ui/page/marked.tsx';
import { Avatar } from '../../shared/ui/people/avatar.tsx';

interface MessageResultProps {
  message: MessageView;
  asked: readonly AskedWord[];
  searched: Searched;
  tabIndex: number;
}

/** A message that was found. Opening it shows it in its place in the chat. */
export function MessageResult({ message, asked, searched, tabIndex }: MessageResultProps) {
  const { messageId } = useParams();
  const accentOf = useGroupAccents();
  const group = useGroup(message.groupId);
  const isShown = messageId === message._id;
  return (
    <Link
      className={isShown ? 'result is-active' : 'result'}
      to={pathOfMessage(message.groupId, message._id)}
      // Another result replaces the one before, so that Back leads to where the search began.
      replace={messageId !== undefined}
      state={{ searched }}
      aria-current={isShown || undefined}
      tabIndex={tabIndex}
      // The message takes the focus.
      onClick={({ currentTarget }) => currentTarget.blur()}
    >
      <span className="result__top">
        <Avatar size={24} {...avatarOf(message.senderId)} />
        <b className="cut" dir="auto">
          {personName(message.senderId)}
        </b>
        <span className="result__group" data-accent={accentOf(message.groupId)}>
          <i className="dot" />
          <span className="cut" dir="auto">
            {group?.name}
          </span>
        </span>
        <SentAt moment={message.createdAt} />
      </span>
      <span className="result__text" dir="auto">
        <Marked text={textOf(message)} asked={asked} />
      </span>
      {message.type !== 'text' && <FoundFile message={message} asked={asked} />}
    </Link>
  );
}

const textOf = (message: MessageView): string =>
  eventOfMessage(message)?.name ?? (message.type === 'text' ? spokenText(message) : '');

/** `Today, 10:38 AM`, `Mon, Apr 27` */
function SentAt({ moment }: { moment: string }) {
  const [now, timeZone] = [useMinute(), useTimeZone()];
  const [date, today] = [localDate(moment, timeZone), localDate(now, timeZone)];
  const near = nearDayName(date, today);
  return (
    <time dateTime={moment}>{near ? `${near}, ${timeLabel(moment, timeZone)}` : shortDayBeside(date, today)}</time>
  );
}

function FoundFile({ message, asked }: Pick<MessageResultProps, 'message' | 'asked'>) {
  const name = message.fileName || 'File';
  return (
    <span className="result__file">
      {message.type === 'image' ? (
        <img src={message.previewUrl ?? message.fileUrl} alt="" loading="lazy" />
      ) : (
        <FileTypeBadge fileName={name} />
      )}
      <span>
        <b className="cut" dir="auto">
          <Marked text={name} asked={asked} />
        </b>
        <small>{formatSize(message.fileSize ?? 0)}</small>
      </span>
    </span>
  );
}
