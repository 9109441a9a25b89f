import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { rules } from '@quorum/contracts/things.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { presentSeries, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { withAnswers } from '../attendance/dates.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';
import { nextDatesOf } from './series.ts';

/** The date that was named, else the next one. Undefined if the series does not have it. */
const dateOf = async (
  context: Context,
  document: SeriesDocument,
  occurrence: string | null,
  viewerId: string,
): Promise<EventView | undefined> => {
  if (occurrence === null) return (await nextDatesOf(context, [document], viewerId))[0];
  const presented = await presentSeries(joinsOf(context), [document]);
  const day = Date.parse(occurrence);
  const [series] = await withAnswers(context, presented, { from: day, to: day }, viewerId);
  return series && eventOnDate(series, occurrence);
};

type Found = { readonly entry: EntryDocument | undefined; readonly series: SeriesDocument | undefined };

/** Undefined for a date that the event does not have. */
const viewOf = async (
  context: Context,
  { entry, series }: Found,
  occurrence: string | null,
  viewerId: string,
): Promise<EventView | undefined> => {
  if (series !== undefined) return dateOf(context, series, occurrence, viewerId);
  if (entry === undefined || occurrence !== null) return undefined;
  return (await presentEvents(joinsOf(context), [entry], viewerId))[0];
};

/** The event or date of an id, if the reader may see it. */
export const eventInPath = async (
  { reads: { active } }: Reading,
  id: string | undefined,
  actorId: string,
  permission: (typeof rules)['readEvent'],
): Promise<(Found & { readonly occurrence: string | null }) | Refusal> => {
  const { entryId, occurrence } = parseEventId(id ?? '') ?? { entryId: '', occurrence: null };
  const [entry, series] = await Promise.all([active.get('entries', entryId), active.get('series', entryId)]);
  const owned = entry ?? series;
  if (owned === undefined) return refuse('event/not-found');
  const { groupId, creatorId } = owned;
  const standing = await active.get('memberships', membershipId(groupId, actorId));
  const facts = { actorId, creatorId, personal: groupId === MY_SCHEDULE, role: standing?.role };
  return permission(facts) ?? { entry, series, occurrence };
};

/** A single event, or a date of one that repeats. */
export const oneEvent =
  (context: Context): Handlers<'query'>['event'] =>
  async ({ params, actor: { userId } }, permission) => {
    const found = await eventInPath(context, params.id, userId, permission);
    if (isRefusal(found)) return found;
    const event = await viewOf(context, found, found.occurrence, userId);
    return event === undefined ? refuse('series/date-gone') : { body: { event } };
  };
