import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { rules } from '@quorum/contracts/things.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import type { Source } from '@quorum/service-kit/reads/joins.ts';
import type { Accepted } from './aggregates.ts';
import type { DecideContext } from './context.ts';

/** Answers to commands are built from the aggregates, so that they never wait for a projection. */
export const fromAggregates =
  ({ aggregates }: DecideContext): Source =>
  async ({ fold, stream, document }, ids) => {
    const found = ids.map(async (id) => [id, document(await aggregates.load(fold, stream(id)), id)] as const);
    return new Map((await Promise.all(found)).flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
  };

/**
 * Refuses a repeated command whose sender has left the group since, because the response would reveal the group's current state.
 */
export const refuseRepeat = async (
  { aggregates }: DecideContext,
  { repeated }: Pick<Accepted<unknown>, 'repeated'>,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> =>
  repeated ? rules.readGroup(standing(await aggregates.load(groupDecider, groupStream(groupId)), actorId)) : undefined;

/** The view of the one document that was presented. */
export const only = <V>([view]: readonly V[]): V => view as V;
