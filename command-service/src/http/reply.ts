import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { Accepted } from '../application/aggregates.ts';

type Outcome<S> = Accepted<S> | Refusal;

/**
 * The answer `{[name]: view}` to a command that took effect, with the position from which it can be read; else why it did not.
 * @param view may refuse too: a repeated command is not answered to who may not see any more what it did.
 */
export const replyWith = async <N extends string, S, V extends object>(
  name: N,
  command: Promise<Outcome<S>>,
  view: (accepted: Accepted<S>) => V | Refusal | Promise<V | Refusal>,
) => {
  const outcome = await command;
  if (isRefusal(outcome)) return outcome;
  const shown = await view(outcome);
  if (isRefusal(shown)) return shown;
  return { body: { [name]: shown } as { readonly [K in N]: Awaited<V> }, position: outcome.position };
};

/** The answer to a command after which there is nothing to show. */
export const replyDone = async (command: Promise<Outcome<unknown>>) => {
  const outcome = await command;
  return isRefusal(outcome) ? outcome : { body: { success: true as const }, position: outcome.position };
};
