import { counted } from '@quorum/contracts/text/counted.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { fullMonthDay, monthDay, weekdayLabel } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { hourLabel, timeLabel, timeRange } from '@quorum/contracts/time/labels.ts';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { ownLabel } from '../../../../shared/ui/attendance/attendance-words.ts';
import { type DayClock, passOf } from './day-clock.ts';
import { isLong } from './pack.ts';

type Span = Pick<TimedEvent, 'startsAt' | 'endsAt'>;

/** `Thursday`, with the date in another week: `Thursday, May 21`. */
const dayAloud = (date: CalendarDate, isThisWeek: boolean): string =>
  isThisWeek ? weekdayLabel(date) : `${weekdayLabel(date)}, ${fullMonthDay(date)}`;

/** `10:00 to 11:00 AM`, `11:00 AM to 12:30 PM` */
const rangeAloud = ({ startsAt, endsAt }: Span, timeZone: string): string =>
  timeRange(startsAt, endsAt, timeZone).replace(' – ', ' to ');

/** `Thursday, 10:00 to 11:00 AM`; past midnight `Thursday, 10:00 PM to Friday, 1:00 AM`. */
const spanAloud = (span: Span, timeZone: string, isThisWeek: boolean): string => {
  const first = localDate(span.startsAt, timeZone);
  const last = localDate(span.endsAt - 1, timeZone);
  if (first === last) return `${dayAloud(first, isThisWeek)}, ${rangeAloud(span, timeZone)}`;
  const [from, to] = [timeLabel(span.startsAt, timeZone), timeLabel(span.endsAt, timeZone)];
  const end = localDate(span.endsAt, timeZone);
  return `${dayAloud(first, isThisWeek)}, ${from} to ${dayAloud(end, isThisWeek)}, ${to}`;
};

/** The answer other than going, in words. */
export const answerLabel = ({ event: { mine } }: TimedEvent): string | undefined => {
  if (mine === undefined || mine.answer === null || (mine.answer === 'going' && mine.place === null)) return undefined;
  return mine.answer === 'cant' ? 'You can’t' : ownLabel(mine);
};

export type Aloud = {
  readonly timeZone: string;
  /** The week on show is the present one, so that weekdays need no date. */
  readonly isThisWeek: boolean;
  /** In My Schedule the group is named. */
  readonly isMine: boolean;
};

/** `Design critique, Thursday, 10:00 to 11:00 AM, Harbor Street Studio` */
export const eventAloud = (timed: TimedEvent, { timeZone, isThisWeek, isMine }: Aloud, clock?: DayClock): string => {
  const { event } = timed;
  const group = event.isMyQEvent ? 'Personal' : event.groupName;
  return [
    event.name,
    spanAloud(timed, timeZone, isThisWeek),
    clock && passOf(clock, timed.startsAt),
    isMine && group,
    answerLabel(timed),
  ]
    .filter(Boolean)
    .join(', ');
};

/** `10:00 – 11:00 AM`; `1:00 – 1:30 AM, second` in the hour that comes twice. */
export const timesOf = (timed: Span, clock: DayClock): string => {
  const pass = passOf(clock, timed.startsAt);
  const range = timeRange(timed.startsAt, timed.endsAt, clock.timeZone);
  return pass === undefined ? range : `${range}, ${pass}`;
};

/** Minutes. Nearer, the time of now would cover half of the label. */
const CLEAR_OF_NOW = 13;

/** `9 AM`; nothing at midnight, and none where the time of now stands. */
export const hourBeside = (hour: number, now = Number.NEGATIVE_INFINITY): string =>
  hour === 0 || Math.abs(hour * 60 - now) < CLEAR_OF_NOW ? '' : hourLabel(hour);

/** `Thursday, May 14, 3 events` */
export const columnLabel = (date: CalendarDate, count: number): string =>
  `${weekdayLabel(date)}, ${fullMonthDay(date)}, ${counted(count, 'event')}`;

/** The time at the start of a line of a day: `9 AM`, `9:15 AM`; the date of a long event that began before. */
export const lineTime = (timed: TimedEvent, date: CalendarDate, timeZone: string): string => {
  const first = localDate(timed.startsAt, timeZone);
  if (first !== date) return isLong(timed) ? `since ${monthDay(first)}` : `until ${short(timed.endsAt, timeZone)}`;
  return short(timed.startsAt, timeZone);
};

const short = (ms: number, timeZone: string): string => timeLabel(ms, timeZone).replace(':00 ', ' ');
