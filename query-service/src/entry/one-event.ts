import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { eventsOfSeries } from '@quorum/contracts/entry/series.ts';
import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { LONGEST_EXPANSION_MS } from '@quorum/contracts/time/series.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { presentSeries, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { type Context, joinsOf } from '../reading/context.ts';

/** The date that was named, else the next one. Undefined if the series does not have it. */
const dateOf = async (
  context: Context,
  document: SeriesDocument,
  occurrence: string | null,
): Promise<EventView | undefined> => {
  const [series] = await presentSeries(joinsOf(context), [document]);
  if (series === undefined) return undefined;
  if (occurrence !== null) return eventOnDate(series, occurrence);
  const from = context.clock.now();
  return eventsOfSeries(series, { from, to: from + LONGEST_EXPANSION_MS })[0];
};

type Found = { readonly entry: EntryDocument | undefined; readonly series: SeriesDocument | undefined };

/** Undefined for a date that the event does not have. */
const viewOf = async (
  context: Context,
  { entry, series }: Found,
  occurrence: string | null,
  viewerId: string,
): Promise<EventView | undefined> => {
  if (series !== undefined) return dateOf(context, series, occurrence);
  if (entry === undefined || occurrence !== null) return undefined;
  return (await presentEvents(joinsOf(context), [entry], viewerId))[0];
};

/** A single event, or a date of one that repeats. */
export const oneEvent =
  (context: Context): Handlers<'query'>['event'] =>
  async ({ params, actor: { userId } }, permission) => {
    const { active } = context.reads;
    const { entryId, occurrence } = parseEventId(params.id ?? '') ?? { entryId: '', occurrence: null };
    const [entry, series] = await Promise.all([active.get('entries', entryId), active.get('series', entryId)]);
    const owned = entry ?? series;
    if (owned === undefined) return refuse('event/not-found');
    const { groupId, creatorId } = owned;
    const standing = await active.get('memberships', membershipId(groupId, userId));
    const facts = { actorId: userId, creatorId, personal: groupId === MY_SCHEDULE, role: standing?.role };
    const refusal = permission(facts);
    if (refusal !== undefined) return refusal;
    const event = await viewOf(context, { entry, series }, occurrence, userId);
    return event === undefined ? refuse('series/date-gone') : { body: { event } };
  };
