import { localDate, startOfDay } from '@quorum/contracts/time/days.ts';
import { overlaps } from '@quorum/contracts/time/event-timing.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { hourLabel, timeRange } from '@quorum/contracts/time/labels.ts';
import { minuteOfDay, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { type TimedEvent, timedEvent } from '../../entities/calendar-entry/timed-event.ts';
import { eventsIn, useEvents } from '../../entities/calendar-entry/use-events.ts';
import { useGroupAccents } from '../../entities/group/use-group-accents.ts';
import { accentProps } from '../../shared/lib/accent.ts';
import { intoLanes } from './lanes.ts';

export interface DayRulerProps {
  /** UTC, ISO 8601 */
  span: { readonly startsAt: string; readonly endsAt: string };
  timeZone: string;
}

const LEAST_HOURS = 3;
const MOST_MARKS = 6;
const LANE_TOP = 78;
/** Height of one or two lanes together; more of them make the ruler taller. */
const LANES_HEIGHT = 40;
const LANE_HEIGHT = 20;
/** More than these at a time are counted, not drawn. */
const MOST_LANES = 5;
const FOOT = 10;

const floorHour = (ms: number, timeZone: string): number => {
  const day = Date.parse(startOfDay(localDate(ms, timeZone), timeZone));
  return day + Math.floor((ms - day) / HOUR_MS) * HOUR_MS;
};

const hourOf = (ms: number, timeZone: string): string =>
  hourLabel(Math.floor(minuteOfDay(wallClockOf(ms, timeZone).time) / 60));

/** The new event on a line of hours, and below it what the person already has then. */
export function DayRuler({ span, timeZone }: DayRulerProps) {
  const start = Date.parse(span.startsAt);
  const end = Date.parse(span.endsAt);
  const from = floorHour(start, timeZone);
  const hours = Math.max(LEAST_HOURS, Math.ceil((end - from) / HOUR_MS));
  const to = from + hours * HOUR_MS;
  const step = Math.ceil(hours / MOST_MARKS);
  const accentOf = useGroupAccents();
  const days = { startDate: localDate(from, timeZone), endDate: localDate(to, timeZone) };
  const shown = eventsIn(useEvents(MY_SCHEDULE, days, to))
    .map(timedEvent)
    .filter((event) => overlaps(event, { startsAt: from, endsAt: to }));
  const { lanes, count } = intoLanes(shown);
  const laneHeight = count > 2 ? LANE_HEIGHT : LANES_HEIGHT / count;
  const drawn = shown.filter((event) => (lanes.get(event) ?? 0) < MOST_LANES);
  const lanesHeight = laneHeight * Math.min(count, MOST_LANES);
  const undrawn = shown.length - drawn.length;
  const place = (startsAt: number, endsAt: number) => {
    const left = (Math.max(startsAt, from) - from) / (to - from);
    const right = (Math.min(endsAt, to) - from) / (to - from);
    return { left: `${left * 100}%`, width: `${(right - left) * 100}%` };
  };
  const lanePlace = (event: TimedEvent) => {
    return {
      ...place(event.startsAt, event.endsAt),
      top: LANE_TOP + (lanes.get(event) ?? 0) * laneHeight,
      height: laneHeight - (count > 1 ? 2 : 0),
      lineHeight: `${laneHeight - (count > 1 ? 2 : 0)}px`,
    };
  };
  const range = timeRange(start, end, timeZone);
  const taken = shown.map(({ name }) => name);
  return (
    <div
      className="ruler"
      style={{ height: LANE_TOP + lanesHeight + FOOT }}
      role="img"
      aria-label={taken.length === 0 ? `${range}, nothing else is scheduled` : `${range}, beside ${taken.join(', ')}`}
    >
      {Array.from({ length: Math.ceil(hours / step) }, (_, index) => {
        const at = from + index * step * HOUR_MS;
        return (
          <span key={at}>
            <i style={{ left: place(at, at).left }} />
            <time style={{ left: place(at, at).left }}>{hourOf(at, timeZone)}</time>
          </span>
        );
      })}
      <b className="is-new" style={place(start, end)}>
        {range}
      </b>
      {drawn.map((event) => (
        <b
          key={event.id}
          className="was"
          style={lanePlace(event)}
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
