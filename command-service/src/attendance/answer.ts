import type { DatesAnswers, OwnAnswer } from '@quorum/contracts/entry/dates-answers.ts';
import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { SeriesView } from '@quorum/contracts/entry/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { type Attendance, onDate, placeOf, unanswered } from '@quorum/domain/attendance/attendance.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { personJoin } from '@quorum/service-kit/reads/account.ts';
import { ownAnswer, tallyOf } from '@quorum/service-kit/reads/attendance.ts';
import { fromAggregates } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

const ownIn = (attendance: Attendance, userId: string): (OwnAnswer & { readonly from?: CalendarDate }) | undefined => {
  const party = attendance.parties.get(userId);
  if (party === undefined) return undefined;
  const own = ownAnswer(party, placeOf(attendance, userId) ?? null);
  return party.from === undefined ? own : { ...own, from: party.from };
};

type Owned = { readonly entryId: string; readonly groupId: string; readonly creatorId: string };

/** The answers to a series, those to a single date of it, and the ones that count on that date. */
const answersIn = async ({ aggregates }: DecideContext, about: Owned, occurrence: CalendarDate) => {
  const load = (date: CalendarDate | null) =>
    aggregates.load(attendanceDecider, attendanceStream(eventIdOf({ entryId: about.entryId, occurrence: date })));
  const [all, own] = await Promise.all([load(null), load(occurrence)]);
  const toSeries = all.isOfSeries ? all : unanswered({ ...about, occurrence: null, from: '' });
  return { all, own, toSeries, merged: onDate(toSeries, own, occurrence) };
};

/** The answers to an event, or to one date of a series. */
export const attendanceOn = async (
  context: DecideContext,
  about: Owned,
  occurrence: CalendarDate | null,
): Promise<Attendance> => {
  if (occurrence !== null) return (await answersIn(context, about, occurrence)).merged;
  return context.aggregates.load(attendanceDecider, attendanceStream(about.entryId));
};

/** The answers to one date of a series, and the viewer's own to the series and to this date. */
export const answersToDate = async (
  context: DecideContext,
  { _id: entryId, groupId, createdBy: creatorId }: SeriesView,
  occurrence: CalendarDate,
  viewerId: string,
): Promise<{ readonly ofDate: DatesAnswers; readonly mine: NonNullable<DatesAnswers['mine']> }> => {
  const { all, own, toSeries, merged } = await answersIn(context, { entryId, groupId, creatorId }, occurrence);
  const people = await personJoin(fromAggregates(context), merged.faces);
  const from = '';
  const revision = all.revision > own.revision ? all.revision : own.revision;
  const [said, ofAll, ofDate] = [ownIn(merged, viewerId), ownIn(toSeries, viewerId), ownIn(own, viewerId)];
  return {
    ofDate: {
      lasting: [{ ...tallyOf({ ...merged, revision }, people), from }],
      dates: {},
      mine: { lasting: said === undefined ? [] : [{ ...said, from }], dates: {} },
    },
    mine: {
      lasting: ofAll === undefined ? [] : [{ from, ...ofAll }],
      dates: ofDate === undefined ? {} : { [occurrence]: ofDate },
    },
  };
};
