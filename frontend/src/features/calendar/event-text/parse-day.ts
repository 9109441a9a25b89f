import { dateFields, dateOf } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween, weekdayOf } from '@quorum/contracts/time/days.ts';

export type ParsedDay = {
  readonly date: string;
  /** How many days: `Dec 5-8` are four, `Fri-Sun` three. */
  readonly days: number;
  /** A bare weekday is only a day beside a time of day: not in `Taco Tuesday`. */
  readonly isWeak: boolean;
  /** `every Monday` and `Mondays` are the first one, and stay in the name. */
  readonly isFirst: boolean;
  readonly rest: string;
};

/** A day is meant, but it is ambiguous, as in `Mon, Wed`, `Friday week` and `Feb 30`, or it is over. */
type UnclearDay = { readonly date: undefined };

type NamedDay = (Omit<ParsedDay, 'rest'> | UnclearDay) & { readonly match: RegExpExecArray };

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
export const WEEKDAY = `(?:sun|mon|tues?|wed(?:nes|s)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?`;
const TOMORROW = '(?:tomorrow|tmrw?|2mrw)';
/** `Dec 5 - 3 pm` is one day, and `5 June 7 pm` not the seventh. */
const NUMBER = String.raw`\d{1,2}(?:st|nd|rd|th)?\b(?! ?[ap]\.?m\b)`;
const YEAR = String.raw`(?:, ?| )(?:\d{4}|['’]\d\d)\b`;
const SHORT_YEAR = String.raw`(?:\d{4}|(?<=[/-])\d\d)`;
export const TO = String.raw`\s?(?:-|–|—|to|(?:un)?till?|through)\s?`;

/** Not the coming one: `Black Friday`, `the day after tomorrow`, `Friday week`. */
const OTHER_BEFORE = String.raw`(?<!\b(?:ash|black|cyber|easter|good|palm|first|second|third|fourth|last|after|before|weeks? from) )`;
const OTHER_AFTER = String.raw`(?! (?:week|fortnight|after next)\b)`;
const NEAR = String.raw`${OTHER_BEFORE}(?:today|tonight|${TOMORROW}|${WEEKDAY})\b${OTHER_AFTER}`;
const DAY = new RegExp(String.raw`\b(?:(on|this|next|every) )?(${NEAR})(?:${TO}(${WEEKDAY})\b)?`, 'i');

/** `Monday 10` at the end of a phrase is an hour of that day. */
const BARE_HOUR = new RegExp(
  String.raw`\b(today|tonight|${TOMORROW}|${WEEKDAY}) (?=(?:1[0-2]|[1-9])(?:$|,| @| (?:at|for|in|with)\b))`,
  'i',
);
export const withAt = (text: string): string => text.replace(BARE_HOUR, '$1 at ');

/** A day in words, as one group of a larger pattern. */
export const DAY_WORDS = String.raw`(?:${NEAR}|(?:${WEEKDAY}[.,]* )?(?:(?:${MONTH} ${NUMBER}|${NUMBER} ${MONTH})(?:${YEAR})?|\d{1,2}/\d{1,2}(?:/${SHORT_YEAR})?|\d{4}-\d\d-\d\d))`;

const ON = String.raw`\b(?:on )?(?:(?<w>${WEEKDAY})[.,]* )?`;
const FREE = String.raw`(?<![\d/.-])`;
const END = String.raw`(?![\w/%:]|-\d| ?(?:&|\+|,? and|,? or) ?\d)`;

const DATES = [
  // `Dec 5`, `Fri, Jun 5, 2026`, `Dec 5-8`, `Dec 30 - Jan 2, 2027`
  `${ON}(?<m>${MONTH}) (?<d>${NUMBER})(?<y>${YEAR})?(?:${TO}(?:(?<m2>${MONTH}) )?(?<d2>${NUMBER})(?<y2>${YEAR})?)?`,
  // `31 Dec`, `the 5th of June 2027`, `5-8 Dec`
  `${ON}(?:the )?(?<d>${NUMBER})(?:${TO}(?<d2>${NUMBER}))?(?: of)? (?<m>${MONTH})(?<y>${YEAR})?`,
  // `12/3`, `15/12`, `12/3-12/5`, but not `24/7`
  String.raw`${ON}${FREE}(?!24/7\b)(?<m>\d{1,2})/(?<d>\d{1,2})(?:${TO}(?<m2>\d{1,2})/(?<d2>\d{1,2})(?:/(?<y2>${SHORT_YEAR}))?)?`,
  // `5/20/2026`, `5-20-26`, `12/30/26-1/2/27`
  String.raw`${ON}${FREE}(?<m>\d{1,2})(?<s>[/.-])(?<d>\d{1,2})\k<s>(?<y>${SHORT_YEAR})(?:${TO}(?<m2>\d{1,2})\k<s>(?<d2>\d{1,2})\k<s>(?<y2>${SHORT_YEAR}))?`,
  // `2026-06-01`, `2026-06-01 to 2026-06-03`
  String.raw`${ON}${FREE}(?<y>\d{4})(?<s>[/.-])(?<m>\d{1,2})\k<s>(?<d>\d{1,2})(?:${TO}(?<y2>\d{4})\k<s>(?<m2>\d{1,2})\k<s>(?<d2>\d{1,2}))?`,
  // `the 20th`, but not `the 5th floor`
  String.raw`${ON}the (?<d>(?:[12]?\d|3[01])(?:st|nd|rd|th))(?=\s(?:at|from|for|with|noon)\b| ?[@,]| \d|$(?!\n))`,
].map((form) => new RegExp(`${form}${END}`, 'im'));

const IN_DAYS = /\bin (\d{1,2}|a) (day|week)s?\b/i;
/** Words for a day, where none was understood. */
const UNCLEAR = new RegExp(
  String.raw`\b(?:yesterday|today|tomorrow|${WEEKDAY}|${MONTH} \d+|(?:this|next) (?:week(?:end)?|month|year)|in (?:\w+ ){1,3}(?:days|weeks|months?|years?)|from now)\b`,
  'i',
);

/** The text without the parsed words. The text on either side of them no longer belongs together. */
export const cut = (text: string, { 0: words, index }: RegExpExecArray): string =>
  `${text.slice(0, index).trimEnd()}\n${text.slice(index + words.length).trimStart()}`.trim();

const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

const yearOf = (text: string): number => Number(text.replace(/\D/g, '').replace(/^(?=\d\d$)/, '20'));

/** Days from today to the weekday. `next Thu` is the one of the following week, even if this week still has one. */
const daysUntil = (word: string, isNext: boolean, today: string): number => {
  const weekday = weekdayOf(today);
  const ahead = (WEEKDAYS.indexOf(word.slice(0, 3).toLowerCase()) - weekday + 7) % 7;
  return isNext && ahead > 0 && weekday + ahead < 7 ? ahead + 7 : ahead;
};

/** 29 February may be as far ahead as this. */
const MAX_YEARS_AHEAD = 8;

/** No event can be then. */
const TOO_LATE = '9000';

/** As typed. `the 20th` has no month. */
type DateWords = Partial<Record<'m' | 'd' | 'y', string>>;

/** The day comes first where the first number cannot be a month: `15/12`. */
const dayFirst = ({ m, d, y }: DateWords): DateWords =>
  Number(m) > 12 && Number(d) <= 12 ? { m: d, d: m, y } : { m, d, y };

/** The next such day from another day on; undefined for a day that is before it or that does not exist. */
const nextDate = ({ m, d = '', y }: DateWords, from: string): string | undefined => {
  const { year, month } = dateFields(from);
  const day = Number.parseInt(d, 10);
  const at = (ahead: number): string =>
    m === undefined ? dateOf(year, month + ahead, day) : dateOf(year + ahead, monthOf(m), day);
  const aheads =
    y === undefined ? Array.from({ length: MAX_YEARS_AHEAD + 1 }, (_, ahead) => ahead) : [yearOf(y) - year];
  return aheads.map(at).find((date) => {
    if (date < from || date >= TOO_LATE) return false;
    const found = dateFields(date);
    return found.day === day && (m === undefined || found.month === monthOf(m));
  });
};

/** `Feb 27-29` is not a day and more than a year. */
const MAX_DAYS = 366;

/** `Jun 5-8, 2027` names its year only at the end, and begins less than a year before that. */
const earliestFor = (end: DateWords, today: string): string => {
  const last = end.y === undefined ? undefined : nextDate(end, today);
  const earliest = last && addDays(last, 1 - MAX_DAYS);
  return earliest && earliest > today ? earliest : today;
};

const isOn = (date: string, weekday: string | undefined): boolean =>
  weekday === undefined || daysUntil(weekday, false, date) === 0;

const datesOf = ({ w, m, d, y, m2, d2, y2 }: Partial<Record<string, string>>, today: string) => {
  const end = dayFirst({ m: m2 ?? m, d: d2 ?? d, y: y2 });
  const date = nextDate(dayFirst({ m, d, y }), earliestFor(end, today));
  const last = date && nextDate(end, date);
  if (!date || !last || !isOn(date, w)) return undefined;
  const days = daysBetween(date, last) + 1;
  return days > MAX_DAYS ? undefined : { date, days };
};

const dateIn = (text: string, today: string): NamedDay | undefined => {
  for (const form of DATES) {
    const match = form.exec(text);
    if (match?.groups === undefined) continue;
    const dates = datesOf(match.groups, today);
    return dates ? { ...dates, isWeak: false, isFirst: false, match } : { date: undefined, match };
  }
  return undefined;
};

const TODAY = /^to(?:day|night)$/;
const TOMORROWS = new RegExp(`^${TOMORROW}$`);
const isWeekday = (word: string): boolean => !TODAY.test(word) && !TOMORROWS.test(word);

const offsetOf = (word: string, lead: string | undefined, today: string): number => {
  if (isWeekday(word)) return daysUntil(word, lead === 'next', today);
  return TODAY.test(word) ? 0 : 1;
};

/** `Sat to Sat` is a week and a day. */
const daysThrough = (last: string | undefined, date: string): number =>
  last === undefined ? 1 : (daysUntil(last, false, date) || 7) + 1;

/** `Mondays`, and a rule that is not understood, are the first one. */
const REPEATED = /\bevery\b|(?:sun|mon|tues|wednes|thurs|fri|satur)days\b/i;

const dayIn = (text: string, today: string): NamedDay | undefined => {
  const match = DAY.exec(text);
  if (match === null) return undefined;
  const [lead, word = '', last] = match.slice(1).map((part) => part?.toLowerCase());
  const isFirst = REPEATED.test(text);
  const date = addDays(today, offsetOf(word, lead, today));
  const days = isFirst ? 1 : daysThrough(last, date);
  const isWeak = days === 1 && (lead === undefined || isFirst) && isWeekday(word);
  return { date, days, isWeak, isFirst, match };
};

const inDays = (text: string, today: string): NamedDay | undefined => {
  const match = IN_DAYS.exec(text);
  if (match === null) return undefined;
  const days = (Number(match[1]) || 1) * (match[2]?.toLowerCase() === 'week' ? 7 : 1);
  return { date: addDays(today, days), days: 1, isWeak: false, isFirst: false, match };
};

const namedIn = (text: string, today: string): NamedDay | undefined =>
  dateIn(text, today) ?? inDays(text, today) ?? dayIn(text, today);

/** A weekday beside a date belongs to the name, as in `SAT prep Jun 6`. */
const isInName = (other: NamedDay, { match }: NamedDay): boolean =>
  other.date !== undefined && other.isWeak && match.groups?.d !== undefined;

/** `Sun salutation class Mon 6am`: a weekday that opens the text belongs to the name if another day follows further on. */
const isOpening = ({ match, ...named }: NamedDay, other: NamedDay | undefined, rest: string): boolean =>
  match.index === 0 &&
  'isWeak' in named &&
  named.isWeak &&
  !named.isFirst &&
  other !== undefined &&
  other.match.index > 0 &&
  /^(?!and |or )[a-z]/i.test(rest);

/** The day of a text with one day, and perhaps another weekday that belongs to its name. */
const onlyDay = (text: string, rest: string, named: NamedDay, other: NamedDay | undefined): ParsedDay | UnclearDay => {
  const isClear = other === undefined || isInName(other, named);
  if (named.date === undefined || !isClear) return { date: undefined };
  // The first word of all stays part of the name, as in `Sunday roast 1pm`.
  return { ...named, rest: named.isFirst || named.match.index === 0 ? text : rest };
};

/** The day that a text names. */
export const parseDay = (text: string, today: string): ParsedDay | UnclearDay | undefined => {
  const named = namedIn(text, today);
  if (named === undefined) return UNCLEAR.test(text) ? { date: undefined } : undefined;
  const rest = cut(text, named.match);
  const other = namedIn(rest, today);
  if (!isOpening(named, other, rest)) return onlyDay(text, rest, named, other);
  const day = parseDay(rest, today);
  return day?.date === undefined ? day : { ...day, rest: `${named.match[0]} ${day.rest}` };
};
