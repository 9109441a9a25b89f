import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { weekdayMonthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { eventStatus } from '@quorum/contracts/time/event-timing.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import { currentOccurrence } from '@quorum/contracts/time/occurrences.ts';
import { Repeat } from 'lucide-react';
import { useMemo } from 'react';
import { askedAgain } from '../../../../data/calendar-entry/attendance.ts';
import { datesInWindow } from '../../../../data/calendar-entry/expansion.ts';
import { ruleLabelOf } from '../../../../data/calendar-entry/rule-label.ts';
import { useSeriesOf } from '../../../../data/calendar-entry/use-series.ts';
import { selectMessages } from '../../../../data/message/message-api.ts';
import { useAppSelector } from '../../../../data/store/hooks.ts';
import { useMinute, useNow } from '../../../../shared/hooks/use-now.ts';
import { preloadable } from '../../../../shared/lib/preloadable.ts';
import { AnswersPlace } from '../../../../shared/ui/attendance/answers-place.tsx';
import { DateLeaf } from '../../../../shared/ui/dates/date-leaf.tsx';
import { JoinLink } from '../../../../shared/ui/page/join-link.tsx';
import { PlaceText } from '../../../../shared/ui/page/place-text.tsx';
import { useChatContext } from '../../chat-context.ts';
import './event-message.css';

const EventAnswers = preloadable(() => import('../../../../data/calendar-entry/event-answers.tsx'));

type EventCardProps = { readonly eventId: string; readonly event: EventView; readonly timeZone: string };

/** The date that runs or comes next of an event that repeats. After the last one, the event as it was announced. */
const currentDate = (
  announced: EventView,
  id: string,
  now: number,
): { readonly id: string; readonly event: EventView } => {
  const next = announced.dates && currentOccurrence(announced.dates, now);
  if (next === undefined) return { id, event: announced };
  const { occurrence, startsAt, endsAt } = next;
  const date = { startsAt, endsAt, repeats: next.part.rule, seriesId: id, occurrence };
  return { id: eventIdOf({ entryId: id, occurrence }), event: { ...announced, ...date } };
};

/** An event that was announced in the chat, with its present state. */
export function EventCard({ eventId, event: announced, timeZone }: EventCardProps) {
  const { openEvent } = useChatContext();
  const minute = useMinute();
  const { id, event } = useMemo(() => currentDate(announced, eventId, minute), [announced, eventId, minute]);
  const date = localDate(event.startsAt, timeZone);
  const today = localDate(minute, timeZone);
  const meeting = meetingLinkOf(event.location);
  return (
    <div className="event-message">
      <DateLeaf date={date} />
      <div className="event-message__about">
        <h3 dir="auto">
          <button type="button" className="event-message__open" onClick={() => openEvent(id, event.startsAt)}>
            {event.name}
          </button>
        </h3>
        <p>{`${weekdayMonthDayBeside(date, today)} · ${timeRange(event.startsAt, event.endsAt, timeZone)}`}</p>
        {event.repeats && (
          <p className="event-message__rule">
            <Repeat className="i i--sm" />
            {ruleLabelOf(event)}
          </p>
        )}
        {event.location !== '' && meeting === undefined && (
          <p className="cut" dir="auto">
            <PlaceText place={event.location} />
          </p>
        )}
        <LiveStatus event={event} />
      </div>
      {meeting && <JoinLink meeting={meeting} />}
      <Answered eventId={id} event={event} timeZone={timeZone} />
    </div>
  );
}

/** A date of a series as the calendar has it, which receives changes of answers. */
const useDate = (event: EventView): EventView | undefined => {
  const series = useSeriesOf(event);
  const { occurrence, startsAt, endsAt } = event;
  return useMemo(() => {
    const window = { from: Date.parse(startsAt), to: Date.parse(endsAt) };
    return series && datesInWindow(series, window).find((date) => date.occurrence === occurrence);
  }, [series, occurrence, startsAt, endsAt]);
};

function Answered({ eventId, event, timeZone }: EventCardProps) {
  const now = useMinute();
  const answers = useAppSelector((state) => selectMessages(state, event.groupId)?.attendances?.[eventId]);
  const single = useMemo(() => askedAgain({ ...event, ...answers }), [event, answers]);
  const date = useDate(event);
  const answered = date ?? { ...single, _id: eventId };
  return (
    <AnswersPlace event={answered} now={now}>
      <EventAnswers event={answered} timeZone={timeZone} now={now} />
    </AnswersPlace>
  );
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
