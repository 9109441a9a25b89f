import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { weekdayMonthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { eventStatus } from '@quorum/contracts/time/event-timing.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import { useAnswered, useRsvp } from '../../../../data/calendar-entry/use-rsvp.ts';
import { selectMessages } from '../../../../data/message/message-api.ts';
import { useAppSelector } from '../../../../data/store/hooks.ts';
import { useMinute } from '../../../../shared/hooks/use-minute.ts';
import { useNow } from '../../../../shared/hooks/use-now.ts';
import { Answers } from '../../../../shared/ui/attendance/answers.tsx';
import { DateLeaf } from '../../../../shared/ui/dates/date-leaf.tsx';
import { JoinLink } from '../../../../shared/ui/page/join-link.tsx';
import { PlaceText } from '../../../../shared/ui/page/place-text.tsx';
import { useChatContext } from '../../chat-context.ts';

type EventCardProps = { readonly eventId: string; readonly event: EventView; readonly timeZone: string };

/** An event that was announced in the chat, with its present state. */
export function EventCard({ eventId, event, timeZone }: EventCardProps) {
  const { openEvent } = useChatContext();
  const date = localDate(event.startsAt, timeZone);
  const today = localDate(useMinute(), timeZone);
  const meeting = meetingLinkOf(event.location);
  return (
    <div className="event-message">
      <DateLeaf date={date} />
      <div className="event-message__about">
        <h3 dir="auto">
          <button type="button" className="event-message__open" onClick={() => openEvent(eventId, event.startsAt)}>
            {event.name}
          </button>
        </h3>
        <p>{`${weekdayMonthDayBeside(date, today)} · ${timeRange(event.startsAt, event.endsAt, timeZone)}`}</p>
        {event.location !== '' && meeting === undefined && (
          <p className="cut" dir="auto">
            <PlaceText place={event.location} />
          </p>
        )}
        <LiveStatus event={event} />
      </div>
      {meeting && <JoinLink meeting={meeting} />}
      <EventAnswers event={event} timeZone={timeZone} />
    </div>
  );
}

function EventAnswers({ event, timeZone }: Omit<EventCardProps, 'eventId'>) {
  const answers = useAppSelector((state) => selectMessages(state, event.groupId)?.attendances?.[event._id]);
  const answered = useAnswered(event, answers);
  return <Answers event={answered} timeZone={timeZone} now={useMinute()} {...useRsvp(answered)} />;
}

function LiveStatus({ event }: { event: EventView }) {
  const status = eventStatus(event, useNow(), 'card');
  if (status === undefined) return null;
  return (
    <p className="event-message__now">
      <span className="live-dot" aria-hidden="true" />
      {status}
    </p>
  );
}
