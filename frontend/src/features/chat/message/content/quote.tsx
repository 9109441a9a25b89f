import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { monthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import type { ReactNode } from 'react';
import { eventOfMessage } from '../../../../data/message/event-of-message.ts';
import { avatarOf } from '../../../../data/user/person-label.ts';
import { useMinute } from '../../../../shared/hooks/use-now.ts';
import { Avatar } from '../../../../shared/ui/people/avatar.tsx';
import { useChatContext } from '../../chat-context.ts';
import { summaryOf } from '../../summary.ts';

/** The message that a reply quotes. A press leads there. */
export function Quote({ message }: { message: MessageView }) {
  const { jumpTo, timeZone } = useChatContext();
  return (
    <div className="quote">
      <Avatar size={20} {...avatarOf(message.senderId)} />
      <button type="button" className="quote__jump cut" onClick={() => jumpTo(message._id)}>
        <QuotedText message={message} timeZone={timeZone} />
      </button>
    </div>
  );
}

/** An event is quoted by name, date and time range, another message by sender and text. */
export function QuotedText({ message, timeZone }: { message: MessageView; timeZone: string }): ReactNode {
  const today = localDate(useMinute(), timeZone);
  if (message.isDeleted) return <span className="is-gone">{summaryOf(message)}</span>;
  const event = eventOfMessage(message);
  if (event !== undefined)
    return (
      <>
        <b dir="auto">{event.name}</b>{' '}
        {`${monthDayBeside(localDate(event.startsAt, timeZone), today)}, ${timeRange(event.startsAt, event.endsAt, timeZone)}`}
      </>
    );
  return (
    <>
      <b dir="auto">{personName(message.senderId)}</b> <bdi>{summaryOf(message)}</bdi>
    </>
  );
}
