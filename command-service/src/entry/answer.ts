import { eventsOfSeries } from '@quorum/contracts/entry/series.ts';
import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { LONGEST_EXPANSION_MS } from '@quorum/contracts/time/series.ts';
import { listOf, placeOf } from '@quorum/domain/attendance/attendance.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { remindersDecider } from '@quorum/domain/reminder/decider.ts';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import { attendanceJoins, presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { entryDocument } from '@quorum/service-kit/reads/entry.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { presentSeries, seriesDocument } from '@quorum/service-kit/reads/series.ts';
import { answersToDate } from '../attendance/answer.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { fromAggregates, only, refuseRepeat } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

const joinsIn = (context: DecideContext) => ({
  ...joinsFrom(fromAggregates(context), attendanceJoins),
  waitlistPlace: async ({ eventId, userId }: { readonly eventId: string; readonly userId: string }) =>
    placeOf(await context.aggregates.load(attendanceDecider, attendanceStream(eventId)), userId) ?? 1,
  firstGoing: async (eventId: string, many: number) => {
    const { parties } = await context.aggregates.load(attendanceDecider, attendanceStream(eventId));
    return [...parties.filter((party) => listOf(party) === 'going').keys()].slice(0, many);
  },
});

/** The series that an entry is, if it is one. */
export const seriesOf = async (context: DecideContext, entry: Entry): Promise<{ readonly series?: SeriesView }> => {
  if (entry.series === null || entry.status !== 'scheduled') return {};
  return { series: only(await presentSeries(joinsIn(context), [seriesDocument(entry, entry.series)])) };
};

/** The first of the named dates that the series has, else its next date. */
const dateToShow = (series: SeriesView, named: readonly CalendarDate[], now: number): EventView | undefined => {
  for (const date of named) {
    const found = eventOnDate(series, date);
    if (found !== undefined) return found;
  }
  const from = Math.max(now, Date.parse(series.parts[0]?.date ?? ''));
  return eventsOfSeries(series, { from, to: from + LONGEST_EXPANSION_MS })[0];
};

type Shown = { readonly event: EventView; readonly series?: SeriesView };

/** A date of a series with the answers to it, and the series with those of the viewer that may be new. */
const withDateAnswers = async (
  context: DecideContext,
  { event, series }: Required<Shown>,
  viewerId: string,
): Promise<Shown> => {
  const { occurrence } = event;
  if (occurrence === undefined || series.groupId === MY_SCHEDULE) return { event, series };
  const { ofDate, mine } = await answersToDate(context, series, occurrence, viewerId);
  const { choices } = await context.aggregates.load(remindersDecider, remindersStream(series._id));
  const own = choices.get(viewerId);
  const reminded = own === undefined ? series : { ...series, ownReminder: own };
  const answered = eventOnDate({ ...reminded, answers: ofDate }, occurrence) ?? event;
  return { event: answered, series: { ...reminded, answers: { lasting: [], dates: {}, mine } } };
};

/**
 * The view of an entry for the sender of a command on it, or of an answer to it, and the series if it is one.
 * @param dates of a series that the command named
 */
export const answerEntry = async (
  context: DecideContext,
  { state: entry, repeated }: Pick<Accepted<Entry>, 'state' | 'repeated'>,
  viewerId: string,
  dates: readonly CalendarDate[] = [],
): Promise<Shown | Refusal> => {
  const refusal =
    entry.groupId === MY_SCHEDULE ? undefined : await refuseRepeat(context, { repeated }, entry.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  const { series } = await seriesOf(context, entry);
  const date = series && dateToShow(series, dates, context.clock.now());
  if (series !== undefined && date !== undefined) return withDateAnswers(context, { event: date, series }, viewerId);
  return { event: only(await presentEvents(joinsIn(context), [entryDocument(entry)], viewerId)) };
};
