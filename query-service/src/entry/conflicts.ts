import { setImmediate } from 'node:timers/promises';
import type { ConflictsView, ConflictView, EventView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { DAY_MS, isoInstant } from '@quorum/contracts/time/instant.ts';
import { datesOf, LAST_DATE, type Repeats } from '@quorum/contracts/time/repeats.ts';
import { lastDateOf } from '@quorum/contracts/time/rule-dates.ts';
import { spanOn, type WallTimes, type Window } from '@quorum/contracts/time/series.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { presentEvents, rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { type Context, joinsOf } from '../reading/context.ts';
import { overlapOf, overlapping, ownerKeysOf } from './events.ts';
import { byPlace, datesIn, merged, seriesIn } from './series.ts';

const MAX_CONFLICTS = 50;

/** More conflicts than anyone would look through. */
const MAX_COUNTED = 1_000;

/** Single events read for one date of a rule. Some may be declined, or be the event itself. */
const MAX_COMPARED = 10;

/** Each date of a rule is compared with what began up to a week before it; the first one with everything. */
const REACH = 7 * DAY_MS;

type Body = BodyOf<'checkConflicts'>;
type Asking = Pick<Context, 'clock' | 'defaultTimeZone' | 'reads'>;

/** Answered with maybe, or waiting for a seat. */
const mightAttend = ({ mine }: EventView): boolean => mine?.answer === 'maybe' || (mine?.place ?? null) !== null;

const conflictView = (event: EventView): ConflictView => {
  const { _id, name, groupId, groupName, date, time, duration, startsAt, endsAt, creator } = event;
  const createdBy = { firstName: creator.firstName, lastName: creator.lastName };
  const conflict = { _id, name, groupId, groupName, date, time, duration, startsAt, endsAt, createdBy };
  return mightAttend(event) ? { ...conflict, maybe: true } : conflict;
};

export const isPlanned = ({ mine }: EventView): boolean => mine?.answer !== 'cant';

/** Single events that the caller did not decline. */
const planned = async (
  context: Asking,
  userId: string,
  found: readonly EntryDocument[],
): Promise<readonly EventView[]> => (await presentEvents(joinsOf(context), found, userId)).filter(isPlanned);

/** Events that overlap one time, the first by start, and the total if there are more. */
const conflictsAt = async (
  context: Asking,
  userId: string,
  times: WallTimes,
  except: string | undefined,
): Promise<ConflictsView> => {
  const keys = await ownerKeysOf(context, userId);
  const { startsAt, endsAt } = spanOf(times);
  const span = { from: Date.parse(startsAt), to: Date.parse(endsAt), limit: MAX_CONFLICTS + 1 };
  const found = await overlapping(context, keys, span);
  const series = await seriesIn(context, keys, span, userId);
  const dates = (await datesIn(series, { ...span, limit: MAX_COUNTED })).filter(
    (date) => date._id !== except && isPlanned(date),
  );
  const single = await planned(
    context,
    userId,
    found.filter(({ id }) => id !== except),
  );
  const conflicts = merged(single, dates).slice(0, MAX_CONFLICTS);
  const answer = { hasConflicts: conflicts.length > 0, conflicts: conflicts.map(conflictView) };
  if (single.length + dates.length === conflicts.length) return answer;
  const counted = await context.reads.active.count('entries', overlapOf(keys, span), MAX_COUNTED);
  const total = counted - (found.length - single.length) + dates.length;
  return { ...answer, total: Math.min(total, MAX_COUNTED) };
};

export type Compared = Window & { readonly date: string };

/** The first dates of a rule that are not over, with their time. */
export const firstDates = (times: WallTimes, rule: Repeats, now: number): readonly Compared[] => {
  const pattern = { rule, date: times.date };
  const compared: Compared[] = [];
  const yesterday = isoInstant(now - DAY_MS).slice(0, 10);
  for (const date of datesOf(pattern, yesterday, lastDateOf(pattern) ?? LAST_DATE)) {
    const span = spanOn(times, date);
    if (span !== undefined && span.end > now) compared.push({ date, from: span.start, to: span.end });
    if (compared.length === limits.seriesDatesChecked) break;
  }
  return compared;
};

/** Each date on its own, yielding to other work: one query would read everything planned in between. */
const entriesOn = async (
  context: Asking,
  keys: readonly string[],
  compared: readonly Compared[],
): Promise<readonly EntryDocument[]> => {
  const found = new Map<string, EntryDocument>();
  for (const [index, { from, to }] of compared.entries()) {
    const span = { from, to, limit: MAX_COMPARED, isSelective: true, ...(index > 0 && { reach: REACH }) };
    for (const entry of await overlapping(context, keys, span)) found.set(entry.id, entry);
    await setImmediate();
  }
  return [...found.values()];
};

/** Reads only the own answers, because most of the events that a rule is compared with are not shown. */
export const notDeclined = async (
  { reads }: Asking,
  userId: string,
  found: readonly EntryDocument[],
): Promise<readonly EntryDocument[]> => {
  const own = found.map(({ id }) => rsvpId(id, userId));
  const rsvps = await reads.active.getMany('rsvps', own);
  return found.filter(({ id }) => rsvps.get(rsvpId(id, userId))?.answer !== 'cant');
};

/** The first dates of a rule, compared with everything that the caller sees. */
const conflictsOfRule = async (
  context: Asking,
  userId: string,
  compared: readonly Compared[],
  except: string | undefined,
): Promise<ConflictsView> => {
  const keys = await ownerKeysOf(context, userId);
  const window = { from: compared[0]?.from ?? 0, to: compared.at(-1)?.to ?? 0 };
  const [found, allSeries] = await Promise.all([
    entriesOn(context, keys, compared),
    seriesIn(context, keys, window, userId),
  ]);
  const entryId = except?.split('_')[0];
  const others = found.filter(({ id }) => id !== entryId);
  const single = (await notDeclined(context, userId, others)).toSorted(byPlace);
  const series = allSeries.filter(({ _id }) => _id !== entryId);
  const firsts: { readonly date: string; readonly first: EntryDocument | EventView }[] = [];
  for (const span of compared) {
    const [repeated] = (await datesIn(series, { ...span, limit: MAX_CONFLICTS })).filter(isPlanned);
    const [from, to] = [isoInstant(span.from), isoInstant(span.to)];
    const entry = single.find(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
    const [first] = [entry, repeated].filter((each) => each !== undefined).sort(byPlace);
    if (first !== undefined) firsts.push({ date: span.date, first });
  }
  const shown = firsts.slice(0, MAX_CONFLICTS);
  const entries = shown.flatMap(({ first }) => ('_id' in first ? [] : [first]));
  const views = new Map((await presentEvents(joinsOf(context), entries, userId)).map((event) => [event.id, event]));
  const dates = shown.flatMap(({ date, first }) => {
    const event = '_id' in first ? first : views.get(first.id);
    return event === undefined ? [] : [{ date, conflict: conflictView(event) }];
  });
  const occurrences = { dates, total: firsts.length, checked: compared.length };
  return { hasConflicts: firsts.length > 0, conflicts: dates.slice(0, 1).map(({ conflict }) => conflict), occurrences };
};

/** Everything visible to the caller that overlaps the given time, including across midnight, or the first dates of a rule. */
export const findConflicts = (context: Asking, userId: string, body: Body): Promise<ConflictsView> => {
  const { repeats, except, date, time, duration, timeZone = context.defaultTimeZone } = body;
  const times = { date, time, duration, timeZone };
  return repeats === undefined
    ? conflictsAt(context, userId, times, except)
    : conflictsOfRule(context, userId, firstDates(times, repeats, context.clock.now()), except);
};
