import { counted } from '@quorum/contracts/text/counted.ts';
import { weekdayMonthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { useState } from 'react';
import type { TimedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import { answerLook } from '../card/answer-look.ts';
import { eventAloud, lineTime } from './layout/grid-labels.ts';
import type { Shown } from './shown.ts';
import './day-list.css';

interface DayListProps {
  events: readonly TimedEvent[];
  date: string;
  shown: Shown;
  /** Its key among the stops. */
  stop?: string;
  isTabStop?: boolean;
  onOpenDay?: () => void;
  /** How many have no room. */
  count: number;
  /** There is no room for words either. */
  isNarrow?: boolean;
}

/** A button that lists events for which there is no room. */
export function DayList(props: DayListProps) {
  const { events, date, shown, stop, isTabStop = false, onOpenDay, count, isNarrow } = props;
  const [isOpen, setOpen] = useState(false);
  const day = weekdayMonthDayBeside(date, shown.today);
  return (
    <Popover
      label={`Events on ${day}`}
      className="day-list"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="day-list__open"
          data-stop={stop}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`+${count} more on ${day}`}
        >
          {isNarrow ? `+${count}` : `+${count} more`}
        </button>
      }
    >
      <h3>
        {day}
        <span>{counted(events.length, 'event')}</span>
      </h3>
      <ul>
        {events.map((event) => (
          <li key={event.id}>
            <EventLine
              event={event}
              date={date}
              shown={shown}
              onPress={() => {
                setOpen(false);
                shown.open(event.id);
              }}
            />
          </li>
        ))}
      </ul>
      {onOpenDay && (
        <Button size="sm" variant="ghost" block onClick={onOpenDay}>
          Open day
        </Button>
      )}
    </Popover>
  );
}

type EventLineProps = {
  readonly event: TimedEvent;
  readonly date: string;
  readonly shown: Shown;
  readonly onPress: () => void;
  readonly tabIndex?: number;
};

/** A dot, the time and the name. */
export function EventLine({ event, date, shown, onPress, tabIndex }: EventLineProps) {
  const look = answerLook(event.event, shown.aloud.isMine);
  return (
    <button
      type="button"
      className={classNames('event-line', look && `is-${look}`, event.id === shown.marked && 'is-marked')}
      data-accent={shown.accentOf(event.event)}
      data-event={event.id}
      tabIndex={tabIndex}
      aria-label={eventAloud(event, shown.aloud)}
      title={event.name}
      onClick={onPress}
    >
      <i className="dot" />
      <time>{lineTime(event, date, shown.aloud.timeZone)}</time>
      <b dir="auto">{event.name}</b>
    </button>
  );
}
