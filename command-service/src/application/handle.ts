import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Accepted, Aggregates, StreamCommand } from './aggregates.ts';
import { type Cause, metadataOf } from './context.ts';

export type Request<C, S, F, G extends F = F> = Omit<StreamCommand<C, S, F, G>, 'metadata'> & { readonly cause: Cause };

/** Handles one command on one stream on behalf of a request. See {@link Aggregates.handle}. */
export const handle = <C, S, F, G extends F = F>(
  aggregates: Aggregates,
  { cause, ...request }: Request<C, S, F, G>,
): Promise<Accepted<S> | Refusal> => aggregates.handle({ ...request, metadata: metadataOf(cause) });
