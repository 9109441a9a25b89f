import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Entry } from '@quorum/domain/entry/decider.ts';
import { entryDocument, entryJoins, presentEntries } from '@quorum/service-kit/reads/entry.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { fromAggregates, only, refuseRepeat } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

/** The entry view for the sender of a command. */
export const answerEntry = async (
  context: DecideContext,
  accepted: Accepted<Entry>,
  viewerId: string,
): Promise<{ readonly event: EventView } | Refusal> => {
  const { state: entry } = accepted;
  const refusal =
    entry.groupId === MY_SCHEDULE ? undefined : await refuseRepeat(context, accepted, entry.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  const joins = joinsFrom(fromAggregates(context), entryJoins);
  return { event: only(await presentEntries(joins, [entryDocument(entry)])) };
};
