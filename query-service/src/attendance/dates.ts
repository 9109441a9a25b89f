import type { DatesAnswers, OwnAnswer } from '@quorum/contracts/entry/dates-answers.ts';
import type { SeriesView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { DAY_MS, isoInstant } from '@quorum/contracts/time/instant.ts';
import type { Window } from '@quorum/contracts/time/series.ts';
import { creatorsParty, isWaiting } from '@quorum/domain/attendance/attendance.ts';
import type { People } from '@quorum/service-kit/reads/account.ts';
import {
  type AttendanceDocument,
  ownAnswer,
  type RsvpDocument,
  rsvpId,
  tallyOf,
} from '@quorum/service-kit/reads/attendance.ts';
import { ownReminderId } from '@quorum/service-kit/reads/reminder.ts';
import { joinsOf, loadPeople, type Reading } from '../reading/context.ts';

/** Dates that are answered by themselves, of all series of an answer. */
const MAX_DATES = 5_000;

/** A date may have been moved into the window from so far away. */
const MARGIN = 31 * DAY_MS;

const dayOf = (ms: number): CalendarDate => isoInstant(Math.max(0, Math.min(ms, 253e12))).slice(0, 10);

const lastingOf = ({ earlier = [], from = '', ...now }: AttendanceDocument, people: People): DatesAnswers['lasting'] =>
  [...earlier, { ...now, from }].map((each) => ({ ...tallyOf(each, people), from: each.from }));

const byDate = <D extends { readonly occurrence: CalendarDate | null }, V>(
  documents: readonly D[],
  view: (document: D) => V,
): Readonly<Record<CalendarDate, V>> =>
  Object.fromEntries(documents.flatMap((each) => (each.occurrence === null ? [] : [[each.occurrence, view(each)]])));

/** The answers to a series and to dates of it as everybody sees them. */
const sharedAnswers = (
  ofSeries: AttendanceDocument | undefined,
  ofDates: readonly AttendanceDocument[],
  people: People,
): Omit<DatesAnswers, 'mine'> => ({
  lasting: ofSeries === undefined ? [] : lastingOf(ofSeries, people),
  dates: byDate(ofDates, (date) => ({ ...tallyOf(date, people), without: date.without ?? [] })),
});

/** The piece of them that one document holds. */
export const changedAnswers = (counts: AttendanceDocument, people: People): DatesAnswers =>
  counts.occurrence === null ? sharedAnswers(counts, [], people) : sharedAnswers(undefined, [counts], people);

type Mine = NonNullable<DatesAnswers['mine']>;

/** A person's own answers. */
const ownAnswers = async (
  reading: Reading,
  toSeries: RsvpDocument | undefined,
  toDates: readonly RsvpDocument[],
): Promise<Mine> => {
  const placed = toDates.map(async (rsvp): Promise<readonly [CalendarDate, OwnAnswer][]> => {
    if (rsvp.occurrence === null) return [];
    return [[rsvp.occurrence, ownAnswer(rsvp, isWaiting(rsvp) ? await joinsOf(reading).waitlistPlace(rsvp) : null)]];
  });
  const dates = Object.fromEntries((await Promise.all(placed)).flat());
  const answers = toSeries === undefined ? [] : [...(toSeries.earlier ?? []), { ...toSeries, from: toSeries.from }];
  const lasting = answers.flatMap(({ from, ...party }) =>
    from === undefined ? [] : [{ ...ownAnswer(party, null), from }],
  );
  return { lasting, dates };
};

/** The piece of them that one document holds. */
export const changedAnswer = (reading: Reading, rsvp: RsvpDocument): Promise<Mine> =>
  rsvp.occurrence === null ? ownAnswers(reading, rsvp, []) : ownAnswers(reading, undefined, [rsvp]);

const facesOf = (all: readonly AttendanceDocument[]): readonly string[] =>
  all.flatMap(({ faces, earlier = [] }) => [...faces, ...earlier.flatMap((each) => each.faces)]);

/** The creator is going until they answer otherwise. */
const withCreator = (mine: Mine): Mine =>
  mine.lasting.length > 0 ? mine : { ...mine, lasting: [{ ...ownAnswer(creatorsParty, null), from: '' }] };

const of = <D extends { readonly entryId: string }>(documents: readonly D[], { _id }: SeriesView): readonly D[] =>
  documents.filter(({ entryId }) => entryId === _id);

/** Series with the answers to their dates in a window. Nobody answers personal ones. @param viewerId whose own are added */
export const withAnswers = async (
  reading: Reading,
  all: readonly SeriesView[],
  { from, to }: Window,
  viewerId: string,
): Promise<readonly SeriesView[]> => {
  const { active } = reading.reads;
  const ids = all.flatMap(({ _id, groupId }) => (groupId === MY_SCHEDULE ? [] : [_id]));
  if (ids.length === 0) return all;
  const dates = {
    range: { field: 'occurrence', from: dayOf(from - MARGIN), to: dayOf(to + MARGIN) },
    order: { field: 'occurrence', direction: 'asc' },
    limit: MAX_DATES,
  } as const;
  const ownIds = ids.map((id) => rsvpId(id, viewerId));
  const [attendances, ofDates, rsvps, toDates, reminders] = await Promise.all([
    active.getMany('attendances', ids),
    active.query('attendances', { where: { entryId: ids }, ...dates }),
    active.getMany('rsvps', ownIds),
    active.query('rsvps', { where: { userId: viewerId, entryId: ids }, ...dates }),
    active.getMany(
      'reminders',
      ids.map((id) => ownReminderId(id, viewerId)),
    ),
  ]);
  const people = await loadPeople(reading, facesOf([...attendances.values(), ...ofDates]));
  const answered = all.map(async (series): Promise<SeriesView> => {
    if (series.groupId === MY_SCHEDULE) return series;
    const shared = sharedAnswers(attendances.get(series._id), of(ofDates, series), people);
    const mine = await ownAnswers(reading, rsvps.get(rsvpId(series._id, viewerId)), of(toDates, series));
    const own = reminders.get(ownReminderId(series._id, viewerId))?.minutes;
    const reminded = own === undefined ? series : { ...series, ownReminder: own };
    return { ...reminded, answers: { ...shared, mine: series.createdBy === viewerId ? withCreator(mine) : mine } };
  });
  return Promise.all(answered);
};
