import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { placeOf } from '@quorum/domain/attendance/attendance.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import type { Entry } from '@quorum/domain/entry/decider.ts';
import { attendanceJoins, presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { entryDocument } from '@quorum/service-kit/reads/entry.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { fromAggregates, only, refuseRepeat } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

const joinsIn = (context: DecideContext) => ({
  ...joinsFrom(fromAggregates(context), attendanceJoins),
  placeInLine: async ({ eventId, userId }: { readonly eventId: string; readonly userId: string }) =>
    placeOf(await context.aggregates.load(attendanceDecider, attendanceStream(eventId)), userId) ?? 1,
});

/** The view of an entry for the sender of a command on it, or of an answer to it. */
export const answerEntry = async (
  context: DecideContext,
  { state: entry, repeated }: Pick<Accepted<Entry>, 'state' | 'repeated'>,
  viewerId: string,
): Promise<{ readonly event: EventView } | Refusal> => {
  const refusal =
    entry.groupId === MY_SCHEDULE ? undefined : await refuseRepeat(context, { repeated }, entry.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  return { event: only(await presentEvents(joinsIn(context), [entryDocument(entry)], viewerId)) };
};
