import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Accepted } from '../application/aggregates.ts';
import { done, respond } from '../commands/respond.ts';

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
