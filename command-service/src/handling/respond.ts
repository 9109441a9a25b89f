import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Accepted } from './aggregates.ts';

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
