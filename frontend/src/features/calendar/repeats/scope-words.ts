import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { dateFields } from '@quorum/contracts/time/calendar-date.ts';
import { monthDay, monthDayBeside, weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { datesOf } from '@quorum/contracts/time/repeats.ts';
import { lastDateOf } from '@quorum/contracts/time/rule-dates.ts';

export type Scope = 'this' | 'following' | 'all';

/** An event that no longer repeats is the only date of a series. It is changed as a single event is, without a question. */
export const onlyScope = ({ seriesId }: Pick<EventView, 'seriesId'>, isRule = false): Scope | undefined => {
  if (seriesId === undefined) return undefined;
  return isRule ? 'all' : 'this';
};

/** The date before one, by the rules; undefined for the first. */
const dateBefore = ({ parts }: SeriesView, date: CalendarDate): CalendarDate | undefined => {
  const part = parts.findLast((each) => each.date < date);
  if (part === undefined) return undefined;
  const { count: _, ...rule } = part.rule;
  const until = addDays(date, -1);
  const before = part.lastDate !== null && part.lastDate < until ? part.lastDate : until;
  return lastDateOf({ rule: { ...rule, until: before }, date: part.date }) ?? undefined;
};

const isFirst = (series: SeriesView, date: CalendarDate): boolean => (series.parts[0]?.date ?? '') >= date;

const datesFrom = ({ parts }: SeriesView, date: CalendarDate): number =>
  parts.reduce((count, part) => {
    if (part.lastDate === null) return count;
    let dates = 0;
    for (const _ of datesOf(part, part.date > date ? part.date : date, part.lastDate)) dates += 1;
    return count + dates;
  }, 0);

const endsAt = ({ parts }: SeriesView): CalendarDate | null => parts.at(-1)?.lastDate ?? null;

type Option = { readonly value: Scope; readonly label: string; readonly hint: string };

const LABELS = { this: 'This event', following: 'This and following events', all: 'All events' };

const option = (value: Scope, hint: string): Option => ({ value, label: LABELS[value], hint });

/** The choices for an edit, and the dates that each means. A changed rule is not one date's. */
export const editOptions = (series: SeriesView, date: CalendarDate, isRule: boolean): readonly Option[] => {
  const last = endsAt(series);
  const end = last === null ? 'without end' : `until ${monthDayBeside(last, date)}`;
  const one = isRule ? [] : [option('this', weekdayMonthDay(date))];
  if (isFirst(series, date)) return [...one, option('all', `From ${monthDay(date)} on, ${end}`)];
  return [
    ...one,
    option('following', `From ${monthDay(date)} on, ${end}`),
    option('all', 'Past events stay as they were'),
  ];
};

/** The choices for a deletion, and the loss that each means. */
export const deleteOptions = (series: SeriesView, date: CalendarDate): readonly Option[] => {
  const one = option('this', `${weekdayMonthDay(date)}. The other dates stay`);
  const all = option('all', 'Past events are deleted too');
  const before = dateBefore(series, date);
  if (before === undefined || isFirst(series, date)) return [one, all];
  const gone =
    endsAt(series) === null
      ? `All dates from ${monthDay(date)} on`
      : counted(datesFrom(series, date), 'date goes', 'dates go');
  const year = dateFields(before).year === dateFields(date).year ? '' : `, ${dateFields(before).year}`;
  return [one, option('following', `${gone}. The last one is ${weekdayMonthDay(before)}${year}`), all];
};

/** Says what happens to changed dates: `1 deleted date stays deleted. 2 moved dates return to the pattern.` Empty without any. */
export const exceptionsText = (
  series: SeriesView,
  { date, scope, today, isTime }: { date: CalendarDate; scope: Scope; today: CalendarDate; isTime: boolean },
): string => {
  if (scope === 'this') return '';
  const from = scope === 'following' ? date : today;
  const deleted = series.leftOut.filter((each) => each >= from).length;
  const moved = isTime ? series.changed.filter(({ occurrence, times }) => times && occurrence >= from).length : 0;
  return [
    deleted === 0 ? '' : `${counted(deleted, 'deleted date stays', 'deleted dates stay')} deleted.`,
    moved === 0 ? '' : `${counted(moved, 'moved date returns', 'moved dates return')} to the pattern.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
};
