import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { Accepted } from '../application/aggregates.ts';

/**
 * The response to a command that took effect, with the position from which it can be read; else why it did not.
 * @param answer may refuse too: a repeat is not answered to somebody who may no longer see what the command did.
 */
export const respond = async <S, B>(
  outcome: Accepted<S> | Refusal,
  answer: (accepted: Accepted<S>) => B | Refusal | Promise<B | Refusal>,
): Promise<{ readonly body: B; readonly position: string } | Refusal> => {
  if (isRefusal(outcome)) return outcome;
  const body = await answer(outcome);
  return isRefusal(body) ? body : { body, position: outcome.position };
};

/** The answer to a command after which there is nothing to show. */
export const done = (): { readonly success: true } => ({ success: true });
