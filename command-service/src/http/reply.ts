import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { Accepted } from '../application/aggregates.ts';

type Outcome<S> = Accepted<S> | Refusal;

/**
 * The response `{[name]: view}` to a command that took effect, with the position from which it can be read; otherwise the
 * refusal.
 * @param view may also refuse, if the sender of a repeat may no longer see the result.
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

/** The response to a command that has nothing to show. */
export const replyDone = async (command: Promise<Outcome<unknown>>) => {
  const outcome = await command;
  return isRefusal(outcome) ? outcome : { body: { success: true as const }, position: outcome.position };
};
