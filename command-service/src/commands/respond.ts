import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Accepted } from '../application/aggregates.ts';

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
