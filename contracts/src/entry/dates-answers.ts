import type { PersonView } from '../account/wire.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import { MINUTE_MS } from '../time/instant.ts';
import type { Exception, Occurrence } from '../time/series.ts';
import { spanOf, wallClockOf } from '../time/wall-clock.ts';
import type { AnsweredFor, AnswersView, AttendanceView, OwnRsvpView } from './attendance.ts';

/** Counts that add up. `confirmed` are members going, by {@link answeredKey}. */
type Tally = Pick<AttendanceView, 'going' | 'maybe' | 'cant' | 'waiting' | 'guests' | 'faces' | 'revision'> & {
  readonly confirmed: Readonly<Record<string, number>>;
};

/** The answers to a series that count from a date on, until the next of these. */
export type LastingTally = Tally & { readonly from: CalendarDate };

/** By how much the answers to one date differ from those to the series. `without` are members whose faces are not shown. */
export type DateTally = Tally & { readonly without: readonly string[] };

/** A person's own answer to a series or a date. The time and place that it was for are those of a revision, {@link wasAsNow}. */
export type OwnAnswer = Omit<OwnRsvpView, 'ask' | 'reminder'>;

/** The answers to a series and to its dates. The later one of both holds. */
export type DatesAnswers = {
  /** By date. */
  readonly lasting: readonly LastingTally[];
  readonly dates: Readonly<Record<CalendarDate, DateTally>>;
  /** Only in answers to one person. */
  readonly mine?: {
    readonly lasting: readonly (OwnAnswer & { readonly from: CalendarDate })[];
    readonly dates: Readonly<Record<CalendarDate, OwnAnswer>>;
  };
};

/** The creator's answer counts for every time and place. */
export const ALWAYS = 'always';

/** Names a time and place. Without dots, which some stores do not take in names. */
export const answeredKey = (answered: AnsweredFor | null): string =>
  answered === null
    ? ALWAYS
    : `${Date.parse(answered.startsAt)} ${Date.parse(answered.endsAt)} ${answered.placeRevision}`;

/** The facts about a series that views of its answers need. */
export type Answered = {
  readonly createdBy: string;
  readonly creator: PersonView;
  readonly seats: number | null;
  readonly guestsEach: number;
  readonly answers?: DatesAnswers | undefined;
};

type Found = Pick<Occurrence, 'occurrence' | 'times' | 'startsAt' | 'endsAt'> & RevisedDate;

/** The revisions of the entry at which something got its place and its times. */
export type Revised = { readonly placeRevision: number; readonly timesRevision: number };

/** Revisions, before `until`, at which some dates had another time or place than before and after. */
export type Gap = {
  readonly from: number;
  readonly until: number;
  readonly first: CalendarDate;
  /** `null`: without an end. */
  readonly last: CalendarDate | null;
};

/** Of one date. */
export type RevisedDate = Revised & { readonly gaps: readonly Gap[] };

/** The revision at which a date got its time and place. */
export const gotAt = ({ placeRevision, timesRevision }: Revised): number => Math.max(placeRevision, timesRevision);

/**
 * Whether a date had its present time and place at a revision of the entry. An answer to a date, or to all of them, was for the entry
 * at a revision: that is its `placeRevision`.
 */
export const wasAsNow = ({ gaps, ...revised }: RevisedDate, revision: number): boolean =>
  revision >= gotAt(revised) && !gaps.some(({ from, until }) => from <= revision && revision < until);

type RevisedOccurrence = {
  readonly occurrence: CalendarDate;
  readonly part: Revised;
  readonly exception: (Partial<Revised> & Pick<Exception, 'times'>) | undefined;
};

/** The revisions of one date: those of its part, unless the date was changed on its own. */
export const revisionsOn = (
  { gaps = [] }: { readonly gaps?: readonly Gap[] | undefined },
  { occurrence, part, exception }: RevisedOccurrence,
): RevisedDate => {
  const { placeRevision = part.placeRevision, timesRevision = 0, times } = exception ?? {};
  return {
    placeRevision,
    timesRevision: times ? timesRevision : Math.max(part.timesRevision, timesRevision),
    gaps: gaps.filter(({ first, last }) => first <= occurrence && (last === null || occurrence <= last)),
  };
};

const MAX_FACES = 4;

const holding = <S extends { readonly from: CalendarDate }>(all: readonly S[], date: CalendarDate): S | undefined =>
  all.findLast(({ from }) => from <= date);

const unanswered = (creator: PersonView): Tally => ({
  going: 1,
  maybe: 0,
  cant: 0,
  waiting: 0,
  guests: 0,
  confirmed: { [ALWAYS]: 1 },
  faces: [creator],
  revision: '',
});

const noDifference: DateTally = {
  going: 0,
  maybe: 0,
  cant: 0,
  waiting: 0,
  guests: 0,
  confirmed: {},
  faces: [],
  without: [],
  revision: '',
};

const facesOf = (all: Tally, own: DateTally): readonly PersonView[] =>
  [...all.faces.filter(({ _id }) => !own.without.includes(_id)), ...own.faces].slice(0, MAX_FACES);

/** The number of members going who answered for the present time and place. */
const confirmedFor = ({ confirmed }: Pick<Tally, 'confirmed'>, date: RevisedDate): number =>
  Object.entries(confirmed).reduce(
    (sum, [key, count]) => (key === ALWAYS || wasAsNow(date, Number(key.split(' ')[2])) ? sum + count : sum),
    0,
  );

const attendanceOn = (series: Answered, found: Found): AttendanceView => {
  const { occurrence } = found;
  const all = holding(series.answers?.lasting ?? [], occurrence) ?? unanswered(series.creator);
  const own = series.answers?.dates[occurrence] ?? noDifference;
  const going = all.going + own.going;
  return {
    going,
    maybe: all.maybe + own.maybe,
    cant: all.cant + own.cant,
    waiting: all.waiting + own.waiting,
    guests: all.guests + own.guests,
    notConfirmed: going - confirmedFor(all, found) - confirmedFor(own, found),
    seats: series.seats,
    guestsEach: series.guestsEach,
    faces: facesOf(all, own),
    revision: all.revision > own.revision ? all.revision : own.revision,
  };
};

const later = (a: OwnAnswer | undefined, b: OwnAnswer | undefined): OwnAnswer | undefined =>
  b === undefined || (a !== undefined && a.revision > b.revision) ? a : b;

/** As somebody saw it, with the revision of the place if that is still the same. */
const withPlaceOf = (found: Found, seen: AnsweredFor): AnsweredFor => ({
  ...seen,
  placeRevision: Math.min(seen.placeRevision, found.placeRevision),
});

/** When and where the date would have been, as somebody saw it who may have answered another date. */
const seenBefore = (found: Found, answeredFor: AnsweredFor): AnsweredFor => {
  const { occurrence, times } = found;
  const { startsAt, endsAt, placeRevision } = withPlaceOf(found, answeredFor);
  const { time } = wallClockOf(startsAt, times.timeZone);
  const duration = (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;
  return { ...spanOf({ date: occurrence, time, timeZone: times.timeZone, duration }), placeRevision };
};

const noAnswer: OwnAnswer = { answer: null, guests: 0, place: null, answeredFor: null, revision: '' };

const mineOn = ({ lasting, dates }: NonNullable<DatesAnswers['mine']>, found: Found): OwnRsvpView => {
  const ofDate = dates[found.occurrence];
  const mine = later(holding(lasting, found.occurrence), ofDate) ?? noAnswer;
  const { answer, guests, place, answeredFor, revision } = mine;
  const own = { answer, guests, place, revision };
  if (answer === null || answeredFor === null) return { ...own, answeredFor, ask: null };
  if (wasAsNow(found, answeredFor.placeRevision)) {
    const { startsAt, endsAt, placeRevision } = found;
    return { ...own, answeredFor: { startsAt, endsAt, placeRevision }, ask: null };
  }
  const seen = mine === ofDate ? withPlaceOf(found, answeredFor) : seenBefore(found, answeredFor);
  return { ...own, answeredFor: seen, ask: answer === 'cant' ? null : seen };
};

/** Who comes on one date of a series. */
export const answersOn = (series: Answered, found: Found): AnswersView => {
  const attendance = attendanceOn(series, found);
  const mine = series.answers?.mine;
  return mine === undefined ? { attendance } : { attendance, mine: mineOn(mine, found) };
};
