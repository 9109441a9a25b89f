import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeRange, withWholeTimes } from '@quorum/contracts/time/labels.ts';
import { ArrowRight } from 'lucide-react';
import type { Span } from './new-times.ts';

export interface MoveProps {
  /** Undefined while nothing differs from it. */
  event: Span | undefined;
  span: Span | undefined;
  today: CalendarDate;
  timeZone: string;
}

/** The times before and after, if they differ. */
export function Move({ event, span, today, timeZone }: MoveProps) {
  const dayOf = ({ startsAt }: Span): string => shortDayBeside(localDate(startsAt, timeZone), today);
  const timesOf = ({ startsAt, endsAt }: Span): string => withWholeTimes(timeRange(startsAt, endsAt, timeZone));
  return (
    <div className="move" aria-live="polite">
      {event && (
        <>
          <div>
            <small>Was</small>
            <del>{dayOf(event)}</del>
            <del>{timesOf(event)}</del>
          </div>
          <ArrowRight className="i" />
        </>
      )}
      <div>
        <small>Now</small>
        {span ? (
          <>
            <b>{dayOf(span)}</b>
            <b>{timesOf(span)}</b>
          </>
        ) : (
          <b className="move__open">Choose another time</b>
        )}
      </div>
    </div>
  );
}
