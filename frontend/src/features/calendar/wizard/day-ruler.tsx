import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { localDate, startOfDay } from '@quorum/contracts/time/days.ts';
import { overlaps } from '@quorum/contracts/time/event-timing.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { hourLabel, timeRange } from '@quorum/contracts/time/labels.ts';
import { minuteOfDay, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { type TimedEvent, timedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { eventsIn, useEvents } from '../../../data/calendar-entry/use-events.ts';
import { useGroupAccents } from '../../../data/group/use-group-accents.ts';
import { accentProps } from '../../../shared/lib/accent.ts';
import { intoLanes } from './lanes.ts';

export interface DayRulerProps {
  /** UTC, ISO 8601 */
  span: { readonly startsAt: string; readonly endsAt: string };
  timeZone: string;
}

const LEAST_HOURS = 3;
const MOST_MARKS = 6;
const LANE_TOP = 78;
/** The height of one or two lanes together. More lanes make the ruler taller. */
const LANES_HEIGHT = 40;
const LANE_HEIGHT = 20;
/** Further simultaneous events are counted, not drawn. */
const MOST_LANES = 5;
const FOOT = 10;

const floorHour = (ms: number, timeZone: string): number => {
  const day = Date.parse(startOfDay(localDate(ms, timeZone), timeZone));
  return day + Math.floor((ms - day) / HOUR_MS) * HOUR_MS;
};

/** On a ruler longer than a day, every mark names its day. */
const markOf = (ms: number, timeZone: string, isLong: boolean): string => {
  const { date, time } = wallClockOf(ms, timeZone);
  const hour = hourLabel(Math.floor(minuteOfDay(time) / 60));
  return isLong ? `${weekdayShort(date)} ${Number(date.slice(8))}, ${hour}` : hour;
};

/** The positions on the ruler. */
const geometryOf = (start: number, end: number, timeZone: string) => {
  const from = floorHour(start, timeZone);
  const hours = Math.max(LEAST_HOURS, Math.ceil((end - from) / HOUR_MS));
  const to = from + hours * HOUR_MS;
  const step = Math.ceil(hours / MOST_MARKS);
  const marks = Array.from({ length: Math.ceil(hours / step) }, (_, index) => from + index * step * HOUR_MS);
  const place = (startsAt: number, endsAt: number) => {
    const left = (Math.max(startsAt, from) - from) / (to - from);
    const right = (Math.min(endsAt, to) - from) / (to - from);
    return { left: `${left * 100}%`, width: `${(right - left) * 100}%` };
  };
  return { from, to, marks, isLong: hours > 24, place };
};

/** The user's events between two instants, in lanes where they overlap, and the total height of the lanes. */
const useTaken = (from: number, to: number, timeZone: string) => {
  const days = { startDate: localDate(from, timeZone), endDate: localDate(to, timeZone) };
  const events = eventsIn(useEvents(MY_SCHEDULE, days, to))
    .map(timedEvent)
    .filter((event) => overlaps(event, { startsAt: from, endsAt: to }));
  const { lanes, count } = intoLanes(events);
  const laneHeight = count > 2 ? LANE_HEIGHT : LANES_HEIGHT / count;
  const laneOf = (event: TimedEvent) => lanes.get(event) ?? 0;
  const inner = laneHeight - (count > 1 ? 2 : 0);
  return {
    events,
    drawn: events.filter((event) => laneOf(event) < MOST_LANES),
    height: laneHeight * Math.min(count, MOST_LANES),
    laneStyle: (event: TimedEvent) => ({
      top: LANE_TOP + laneOf(event) * laneHeight,
      height: inner,
      lineHeight: `${inner}px`,
    }),
  };
};

/** The new event on a line of hours, above the user's other events at that time. */
export function DayRuler({ span, timeZone }: DayRulerProps) {
  const [start, end] = [Date.parse(span.startsAt), Date.parse(span.endsAt)];
  const { from, to, marks, isLong, place } = geometryOf(start, end, timeZone);
  const { events, drawn, height, laneStyle } = useTaken(from, to, timeZone);
  const accentOf = useGroupAccents();
  const range = timeRange(start, end, timeZone);
  const names = events.map(({ name }) => name);
  const undrawn = events.length - drawn.length;
  return (
    <div
      className="ruler"
      style={{ height: LANE_TOP + height + FOOT }}
      role="img"
      aria-label={names.length === 0 ? `${range}, nothing else is scheduled` : `${range}, beside ${names.join(', ')}`}
    >
      {marks.map((at) => (
        <span key={at}>
          <i style={{ left: place(at, at).left }} />
          <time style={{ left: place(at, at).left }}>{markOf(at, timeZone, isLong)}</time>
        </span>
      ))}
      <b className="is-new" style={place(start, end)}>
        {range}
      </b>
      {drawn.map((event) => (
        <b
          key={event.id}
          className="was"
          style={{ ...place(event.startsAt, event.endsAt), ...laneStyle(event) }}
          title={event.name}
          {...accentProps(accentOf(event.event.groupId))}
        >
          {event.name}
        </b>
      ))}
      {undrawn > 0 && <small className="ruler__more">{`+${undrawn} more`}</small>}
    </div>
  );
}
