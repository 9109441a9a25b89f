import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
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

/**
 * The response to a command that took effect, with the position from which it can be read; otherwise the refusal.
 * @param answer may also refuse, if the sender of a repeat may no longer see the result.
 */
export const respond = async <S, B>(
  outcome: Accepted<S> | Refusal,
  answer: (accepted: Accepted<S>) => B | Refusal | Promise<B | Refusal>,
): Promise<{ readonly body: B; readonly position: string } | Refusal> => {
  if (isRefusal(outcome)) return outcome;
  const body = await answer(outcome);
  return isRefusal(body) ? body : { body, position: outcome.position };
};

/** The response to a command that has nothing to show. */
export const done = (): { readonly success: true } => ({ success: true });

type Outcome<S> = Accepted<S> | Refusal;

/** As {@link respond}, with the view under a name: `{[name]: view}`. */
export const replyWith = async <N extends string, S, V extends object>(
  name: N,
  command: Promise<Outcome<S>>,
  view: (accepted: Accepted<S>) => V | Refusal | Promise<V | Refusal>,
) =>
  respond(await command, async (accepted) => {
    const shown = await view(accepted);
    return isRefusal(shown) ? shown : ({ [name]: shown } as { readonly [K in N]: Awaited<V> });
  });

/** As {@link respond}, with nothing to show. */
export const replyDone = async (command: Promise<Outcome<unknown>>) => respond(await command, done);
