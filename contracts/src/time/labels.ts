import { longDate, monthDayBeside, shortDayBeside } from './day-labels.ts';
import { localDate } from './days.ts';
import { DAY_MINUTES, epochMs, HOUR_MS, MINUTE_MS, type Moment } from './instant.ts';
import { instantMs, minuteOfDay, wallClockOf } from './wall-clock.ts';
import { isTimeZone, offsetAt } from './zone-offsets.ts';

const clockFields = (time: string): { hour: number; minute: string; meridiem: 'AM' | 'PM' } => {
  const minutes = minuteOfDay(time);
  const hour24 = Math.floor(minutes / 60);
  return {
    hour: hour24 % 12 || 12,
    minute: String(minutes % 60).padStart(2, '0'),
    meridiem: hour24 < 12 ? 'AM' : 'PM',
  };
};

/** `1:45 PM` from the wall-clock time `13:45`. */
export const wallTimeLabel = (time: string): string => {
  const { hour, minute, meridiem } = clockFields(time);
  return `${hour}:${minute} ${meridiem}`;
};

/** A text of times in which no line ends between a time and its AM or PM. */
export const withWholeTimes = (text: string): string => text.replace(/ (?=[AP]M\b)/g, '\u00a0');

/** `10 AM` from an hour 0-23. */
export const hourLabel = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** `10:42 AM` */
export const timeLabel = (moment: Moment, timeZone: string): string =>
  wallTimeLabel(wallClockOf(moment, timeZone).time);

/** `Fri, May 15, 7:00 PM`, with the year if it is not that of the other moment. */
export const momentLabel = (moment: Moment, other: Moment, timeZone: string): string =>
  `${shortDayBeside(localDate(moment, timeZone), localDate(other, timeZone))}, ${timeLabel(moment, timeZone)}`;

/** Whether a clock shows this time for the second time, in the hour that it goes back. */
const isRepeated = (moment: Moment, timeZone: string): boolean =>
  instantMs({ ...wallClockOf(moment, timeZone), timeZone }) < Math.floor(epochMs(moment) / MINUTE_MS) * MINUTE_MS;

/** The end lies in the hour that the clock shows for the second time, and the start does not. */
const endsInRepeat = (start: Moment, end: Moment, timeZone: string): boolean =>
  isRepeated(end, timeZone) && !isRepeated(start, timeZone);

/** `1:30 AM EDT` */
const timeWithZone = (moment: Moment, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  const zone = format.formatToParts(epochMs(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${timeLabel(moment, timeZone)} ${zone}`;
};

/**
 * `10:00 – 11:00 AM`, `9:30 AM – 12:30 PM`; past midnight `10:00 PM – 1:00 AM`; a day or longer `10:00 PM – May 16, 1:00 AM`,
 * with the year if it changes. An end in the hour that exists twice: `1:30 AM EDT – 1:00 AM EST`.
 */
export const timeRange = (start: Moment, end: Moment, timeZone: string): string => {
  const [from, to] = [wallClockOf(start, timeZone), wallClockOf(end, timeZone)];
  const [a, b] = [clockFields(from.time), clockFields(to.time)];
  const ending = wallTimeLabel(to.time);
  if (epochMs(end) - epochMs(start) >= 24 * HOUR_MS)
    return `${wallTimeLabel(from.time)} – ${monthDayBeside(to.date, from.date)}, ${ending}`;
  if (endsInRepeat(start, end, timeZone)) return `${timeWithZone(start, timeZone)} – ${timeWithZone(end, timeZone)}`;
  if (from.date === to.date && a.meridiem === b.meridiem) return `${a.hour}:${a.minute} – ${ending}`;
  return `${wallTimeLabel(from.time)} – ${ending}`;
};

/** `11:00 PM`; `1:00 AM EST` in the hour that exists twice, where it seems to be before the start. */
export const endTime = (start: Moment, end: Moment, timeZone: string): string =>
  endsInRepeat(start, end, timeZone) ? timeWithZone(end, timeZone) : timeLabel(end, timeZone);

/** `11:00 PM`, or `12:45 AM on Fri, May 15` if the event ends on another day. */
export const endLabel = (start: Moment, end: Moment, timeZone: string): string => {
  const date = localDate(end, timeZone);
  const time = endTime(start, end, timeZone);
  const first = localDate(start, timeZone);
  return date === first ? time : `${time} on ${shortDayBeside(date, first)}`;
};

/** `Thursday, May 14, 2026 at 1:45 PM` */
export const dateTimeLabel = (moment: Moment, timeZone: string): string => {
  const wall = wallClockOf(moment, timeZone);
  return `${longDate(wall.date)} at ${wallTimeLabel(wall.time)}`;
};

/** `45 min`, `1 hr`, `1 hr 30 min`, `2 hrs`; `2 days 4 hr 30 min` for long ones. */
export const durationLabel = (minutes: number): string => {
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= DAY_MINUTES) {
    const parts = [Math.floor(minutes / DAY_MINUTES), Math.floor((minutes % DAY_MINUTES) / 60), minutes % 60] as const;
    const units = [parts[0] === 1 ? 'day' : 'days', 'hr', 'min'];
    return parts.flatMap((part, index) => (part === 0 ? [] : [`${part} ${units[index]}`])).join(' ');
  }
  const hours = Math.floor(minutes / 60);
  const rest = minutes - hours * 60;
  const whole = hours === 1 ? '1 hr' : `${hours} hrs`;
  return rest === 0 ? whole : `${whole} ${rest} min`;
};

/** Modern names of cities that browsers still list under an old name. */
const RENAMED: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
  Truk: 'Chuuk',
};

/** `Los Angeles` from `America/Los_Angeles`, and `GMT-5` from `Etc/GMT+5`, whose sign is inverted by convention. */
export const zoneCity = (timeZone: string): string => {
  const last = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  const fixed = /^Etc\/GMT([+-])(\d+)$/.exec(timeZone);
  if (fixed) return `GMT${fixed[1] === '+' ? '-' : '+'}${fixed[2]}`;
  return RENAMED[last] ?? last;
};

/** `Pacific Time`, or the city for a zone without such a name. Zones change their names with their rules. */
export const zoneName = (timeZone: string, moment: Moment): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(epochMs(moment)).find((part) => part.type === 'timeZoneName')?.value;
  return name === undefined || name.startsWith('GMT') ? zoneCity(timeZone) : name;
};

export type CreatorTime = {
  /** `3:00 – 4:00 PM`, with the date in front if it differs there, and the date of the end if that is another day. */
  readonly range: string;
  /** `New York` */
  readonly city: string;
};

/**
 * When the event takes place on the creator's clock, if that differs from the viewer's. Undefined if the platform does not know
 * the creator's zone: browsers and their versions differ in the names they accept.
 */
export const creatorTime = (
  event: { readonly startsAt: Moment; readonly endsAt: Moment },
  creatorZone: string,
  viewerZone: string,
): CreatorTime | undefined => {
  if (!isTimeZone(creatorZone)) return undefined;
  const [start, end] = [epochMs(event.startsAt), epochMs(event.endsAt)];
  const sameClock = [start, end].every((ms) => offsetAt(ms, creatorZone) === offsetAt(ms, viewerZone));
  if (sameClock) return undefined;
  const here = localDate(start, viewerZone);
  const date = localDate(start, creatorZone);
  const until = localDate(end, creatorZone);
  const range =
    date === until || end - start >= 24 * HOUR_MS
      ? timeRange(start, end, creatorZone)
      : `${timeLabel(start, creatorZone)} – ${monthDayBeside(until, date)}, ${timeLabel(end, creatorZone)}`;
  return {
    range: date === here ? range : `${monthDayBeside(date, here)}, ${range}`,
    city: zoneCity(creatorZone),
  };
};
