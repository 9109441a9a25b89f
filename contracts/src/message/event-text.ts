import { isolated } from '../text/hostile-text.ts';
import { monthDay, weekdayShort } from '../time/day-labels.ts';
import { daysBetween, localDate } from '../time/days.ts';
import type { Moment } from '../time/instant.ts';
import { durationLabel, timeLabel, wallTimeLabel, zoneCity } from '../time/labels.ts';
import { repeatsPhrase } from '../time/repeats-labels.ts';
import type { EventSpan, NoticedEvent, SeriesMove } from './wire.ts';

/** `Thu 7:00 PM`; `Thu, May 28, 7:00 PM` six days or more from the day of the notice; with the year if it is another one. */
const when = (moment: Moment, noticedAt: Moment, timeZone: string): string => {
  const [date, today] = [localDate(moment, timeZone), localDate(noticedAt, timeZone)];
  const time = timeLabel(moment, timeZone);
  if (Math.abs(daysBetween(today, date)) < 6) return `${weekdayShort(date)} ${time}`;
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : `, ${date.slice(0, 4)}`;
  return `${weekdayShort(date)}, ${monthDay(date)}${year}, ${time}`;
};

const minutesOf = ({ startsAt, endsAt }: EventSpan): number => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;

/** `Tuesdays, 7:00 PM`, with the city of a clock that is not the viewer's. */
const ruleTime = (pattern: SeriesMove['from'], at: Moment, viewerZone: string): string => {
  const { date, time, timeZone } = pattern;
  const isOwnClock = timeLabel(at, viewerZone) === wallTimeLabel(time) && localDate(at, viewerZone) === date;
  return `${repeatsPhrase(pattern)}, ${wallTimeLabel(time)}${isOwnClock ? '' : ` in ${zoneCity(timeZone)}`}`;
};

const seriesText = (
  { name, from, to }: Pick<NoticedEvent, 'name' | 'from' | 'to'>,
  { since, ...rules }: SeriesMove,
  timeZone: string,
): string => {
  const title = isolated(name);
  const before = ruleTime(rules.from, from.startsAt, timeZone);
  if (rules.to === null) return `cancelled ${title}, ${before}, from ${monthDay(since)} on`;
  const after = ruleTime(rules.to, to?.startsAt ?? from.startsAt, timeZone);
  if (before === after) return `changed ${title}, ${after}, from ${monthDay(since)} on`;
  return `moved ${title} from ${before} to ${after}, from ${monthDay(since)} on`;
};

/** `moved Book club from Thu 7:00 PM to Fri 7:00 PM`, in a zone; the days are those around the notice. */
export const eventText = (event: Omit<NoticedEvent, 'oldName'>, noticedAt: Moment, timeZone: string): string => {
  const { name, from, to, series } = event;
  if (series !== undefined) return seriesText(event, series, timeZone);
  const title = isolated(name);
  const start = when(from.startsAt, noticedAt, timeZone);
  if (to === undefined) return `cancelled ${title}, ${start}`;
  if (to.startsAt !== from.startsAt) return `moved ${title} from ${start} to ${when(to.startsAt, noticedAt, timeZone)}`;
  return `changed ${title}, ${start}, from ${durationLabel(minutesOf(from))} to ${durationLabel(minutesOf(to))}`;
};
