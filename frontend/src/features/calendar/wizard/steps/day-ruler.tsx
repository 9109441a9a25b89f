import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { monthDay, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { addDays, daysBetween, localDate, startOfDay } from '@quorum/contracts/time/days.ts';
import { byStartThenName, overlaps } from '@quorum/contracts/time/event-timing.ts';
import { DAY_MS, HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { hourLabel, timeRange } from '@quorum/contracts/time/labels.ts';
import { minuteOfDay, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { type TimedEvent, timedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { eventsIn, useEvents } from '../../../../data/calendar-entry/use-events.ts';
import { useGroupAccents } from '../../../../data/group/accent.ts';
import type { AccentName } from '../../../../shared/lib/accent.ts';
import { classNames } from '../../../../shared/lib/class-names.ts';
import { intoLanes } from '../../conflicts/lanes.ts';

export interface DayRulerProps {
  /** UTC, ISO 8601 */
  span: { readonly startsAt: string; readonly endsAt: string };
  timeZone: string;
}

const MIN_HOURS = 3;
/** On the narrowest ruler they are 64 pixels apart. */
const MAX_MARKS = 6;
const LANE_TOP = 78;
/** The height of one or two lanes together. More lanes make the ruler taller. */
const LANES_HEIGHT = 40;
const LANE_HEIGHT = 20;
/** Further simultaneous events are counted, not drawn. */
const MAX_LANES = 5;
const FOOT = 10;
/** Percent of the ruler. A shorter block has its label beside it. */
const MIN_LABELLED = 32;
/** Marks that name their weekday. Over more days, the months are more telling. */
const MAX_WEEKDAYS = 14;

type Mark = { readonly at: number; readonly label: string };
type Scale = { readonly from: number; readonly to: number; readonly marks: readonly Mark[]; readonly isLong: boolean };

/** Up to a day: marks at full hours. */
const hoursOf = (start: number, end: number, timeZone: string): Scale => {
  const day = Date.parse(startOfDay(localDate(start, timeZone), timeZone));
  const from = day + Math.floor((start - day) / HOUR_MS) * HOUR_MS;
  const hours = Math.max(MIN_HOURS, Math.ceil((end - from) / HOUR_MS));
  const step = Math.ceil(hours / MAX_MARKS);
  const marks = Array.from({ length: Math.ceil(hours / step) }, (_, index) => from + index * step * HOUR_MS);
  return {
    ...{ from, to: from + hours * HOUR_MS, isLong: false },
    marks: marks.map((at) => ({ at, label: hourLabel(Math.floor(minuteOfDay(wallClockOf(at, timeZone).time) / 60)) })),
  };
};

/** More than a day: whole days, with marks at midnights. */
const daysOf = (start: number, end: number, timeZone: string): Scale => {
  const first = localDate(start, timeZone);
  const count = daysBetween(first, localDate(end - 1, timeZone)) + 1;
  const step = Math.ceil(count / MAX_MARKS);
  const midnight = (day: number) => Date.parse(startOfDay(addDays(first, day), timeZone));
  const marks = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const labelOf = (date: string) =>
    count > MAX_WEEKDAYS ? monthDay(date) : `${weekdayShort(date)} ${Number(date.slice(8))}`;
  return {
    ...{ from: midnight(0), to: midnight(count), isLong: true },
    marks: marks
      // The last one needs room for its text.
      .filter((day) => count - day >= count / (MAX_MARKS + 1))
      .map((day) => ({ at: midnight(day), label: labelOf(addDays(first, day)) })),
  };
};

type Block = {
  readonly id: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly name: string;
  readonly accent: AccentName | undefined;
  readonly style: { readonly top: number; readonly height: number };
};

const boxOf = (lane: number, count: number) => {
  const height = count > 2 ? LANE_HEIGHT : LANES_HEIGHT / count;
  const inner = height - (count > 1 ? 2 : 0);
  return { top: LANE_TOP + lane * height, height: inner, lineHeight: `${inner}px` };
};

/** On a ruler of days, events that touch are one block. */
const inOneLane = (events: readonly TimedEvent[]): Block[] => {
  const blocks: { ids: string[]; names: string[]; startsAt: number; endsAt: number }[] = [];
  for (const { id, name, startsAt, endsAt } of events.toSorted(byStartThenName)) {
    const last = blocks.at(-1);
    if (last === undefined || startsAt > last.endsAt) blocks.push({ ids: [id], names: [name], startsAt, endsAt });
    else {
      last.ids.push(id);
      last.names.push(name);
      last.endsAt = Math.max(last.endsAt, endsAt);
    }
  }
  return blocks.map(({ ids, names, startsAt, endsAt }) => ({
    ...{ startsAt, endsAt, id: ids.join(), name: names.join(', '), accent: undefined, style: boxOf(0, 1) },
  }));
};

const useTaken = ({ from, to, isLong }: Scale, timeZone: string) => {
  const accentOf = useGroupAccents();
  const days = { startDate: localDate(from, timeZone), endDate: localDate(to, timeZone) };
  const events = eventsIn(useEvents(MY_SCHEDULE, days, to))
    .map(timedEvent)
    .filter((event) => overlaps(event, { startsAt: from, endsAt: to }));
  const names = events.map(({ name }) => name);
  if (isLong) return { names, blocks: inOneLane(events), undrawn: 0, height: LANES_HEIGHT };
  const { lanes, count } = intoLanes(events);
  const laneOf = (event: TimedEvent) => lanes.get(event) ?? 0;
  const blocks = events
    .filter((event) => laneOf(event) < MAX_LANES)
    .map((event) => ({
      ...event,
      accent: accentOf(event.event.groupId),
      style: boxOf(laneOf(event), count),
    }));
  const height = count > 2 ? LANE_HEIGHT * Math.min(count, MAX_LANES) : LANES_HEIGHT;
  return { names, blocks, undrawn: events.length - blocks.length, height };
};

/** The new event on a line of hours or days, above the user's other events at that time. */
export function DayRuler({ span, timeZone }: DayRulerProps) {
  const [start, end] = [Date.parse(span.startsAt), Date.parse(span.endsAt)];
  const scale = end - start > DAY_MS ? daysOf(start, end, timeZone) : hoursOf(start, end, timeZone);
  const { from, to, marks } = scale;
  const { names, blocks, undrawn, height } = useTaken(scale, timeZone);
  const range = timeRange(start, end, timeZone);
  const share = (ms: number) => ((Math.min(Math.max(ms, from), to) - from) / (to - from)) * 100;
  const place = (startsAt: number, endsAt: number) => ({
    left: `${share(startsAt)}%`,
    width: `${share(endsAt) - share(startsAt)}%`,
  });
  return (
    <div
      className="ruler"
      style={{ height: LANE_TOP + height + FOOT }}
      role="img"
      aria-label={names.length === 0 ? `${range}, nothing else is scheduled` : `${range}, beside ${names.join(', ')}`}
    >
      {marks.map(({ at, label }) => (
        <span key={at}>
          <i style={{ left: `${share(at)}%` }} />
          <time style={{ left: `${share(at)}%` }}>{label}</time>
        </span>
      ))}
      <b
        className={classNames('is-new', share(end) - share(start) < MIN_LABELLED && 'is-short')}
        style={place(start, end)}
      >
        <span>{range}</span>
      </b>
      {blocks.map(({ id, startsAt, endsAt, name, accent, style }) => (
        <b key={id} className="was" style={{ ...place(startsAt, endsAt), ...style }} title={name} data-accent={accent}>
          {name}
        </b>
      ))}
      {undrawn > 0 && <small className="ruler__more">{`+${undrawn} more`}</small>}
    </div>
  );
}
