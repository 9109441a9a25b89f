import { type CalendarDate, dateOf, isCalendarDate } from '../time/calendar-date.ts';
import { monthName } from '../time/day-labels.ts';
import { addDays } from '../time/days.ts';
import { type SearchedKind, searchedKinds } from './rules.ts';

export type DateFilter = 'before' | 'after' | 'on';

/** A filter as it is typed. The names after `from:` and `in:` are only known to who has the lists. */
export type TypedFilter =
  | { readonly filter: 'from' | 'in'; readonly name: string }
  | { readonly filter: 'mentions' }
  | { readonly filter: 'has'; readonly kind: SearchedKind }
  | { readonly filter: DateFilter; readonly date: string };

/** Days from the first to the one after the last. */
type DayRange = { readonly from: CalendarDate; readonly to: CalendarDate };

const MONTHS = Array.from({ length: 12 }, (_, month) => monthName(month + 1).toLowerCase());

const monthRange = (year: number, month: number): DayRange => ({
  from: dateOf(year, month, 1),
  to: dateOf(year, month + 1, 1),
});

const isCommonYear = (date: string): boolean => date >= '1900' && date < '9000';

const dayNamed = (text: string, today: CalendarDate): CalendarDate | undefined => {
  if (text === 'today') return today;
  if (text === 'yesterday') return addDays(today, -1);
  return isCalendarDate(text) && isCommonYear(text) ? text : undefined;
};

const monthNamed = (text: string, today: CalendarDate): DayRange | undefined => {
  const [, name, named] = /^(\p{L}{3,})(?: +(\d{4}))?$/u.exec(text) ?? [];
  const month = MONTHS.findIndex((each) => name !== undefined && each.startsWith(name)) + 1;
  if (month === 0 || (named !== undefined && !isCommonYear(named))) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const latest = month > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear;
  return monthRange(named === undefined ? latest : Number(named), month);
};

/**
 * The days that a date of a question names: `2026-05-14`, `today`, `yesterday`, `May 2026`, or `May` for the latest one that is not
 * ahead. Three letters of a month are enough. @returns undefined if it names none
 */
export const daysNamed = (typed: string, today: CalendarDate): DayRange | undefined => {
  const text = typed.trim().toLowerCase();
  const day = dayNamed(text, today);
  return day === undefined ? monthNamed(text, today) : { from: day, to: addDays(day, 1) };
};

const FILTER = /(?<=^|\s)(from|in|mentions|has|before|after|on):("[^"]*"|(?:\p{L}+ +\d{4}(?=\s|$))|\S*)/giu;

const kindFilter = (value: string): TypedFilter | undefined => {
  const kind = searchedKinds.find((each) => each === value.toLowerCase());
  return kind && { filter: 'has', kind };
};

const filterOf = (name: string, value: string, today: CalendarDate): TypedFilter | undefined => {
  switch (name) {
    case 'from':
    case 'in':
      return value === '' ? undefined : { filter: name, name: value };
    case 'mentions':
      return value.toLowerCase() === 'me' ? { filter: name } : undefined;
    case 'has':
      return kindFilter(value);
    default:
      return daysNamed(value, today) && { filter: name as DateFilter, date: value };
  }
};

type Question = {
  /** The words that are no filter. */
  readonly words: string;
  readonly filters: readonly TypedFilter[];
};

/** Splits typed text into words and filters. A filter that names nothing known stays among the words. */
export const readQuestion = (typed: string, today: CalendarDate): Question => {
  const filters: TypedFilter[] = [];
  const words = typed.replace(FILTER, (whole, name: string, value: string) => {
    const found = filterOf(name.toLowerCase(), value.replace(/^"|"$/g, ''), today);
    if (found === undefined) return whole;
    filters.push(found);
    return '';
  });
  return { words: words.replace(/\s+/g, ' ').trimStart(), filters };
};
