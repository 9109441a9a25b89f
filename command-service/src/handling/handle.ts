import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Accepted, Aggregates, StreamCommand } from './aggregates.ts';
import { type Cause, metadataOf } from './context.ts';

/** What events record about the request they came from. */
export const causeOf = (call: {
  readonly actor: Actor | undefined;
  readonly commandId: string;
  readonly commandDigest: string | undefined;
  readonly correlationId: string;
}): Cause => ({
  actorId: call.actor?.userId ?? 'anonymous',
  sessionId: call.actor?.sessionId,
  commandId: call.commandId,
  commandDigest: call.commandDigest,
  correlationId: call.correlationId,
});

export type Request<C, S, F, G extends F = F> = Omit<StreamCommand<C, S, F, G>, 'metadata'> & { readonly cause: Cause };

/** Handles one command on one stream on behalf of a request. See {@link Aggregates.handle}. */
export const handle = <C, S, F, G extends F = F>(
  aggregates: Aggregates,
  { cause, ...request }: Request<C, S, F, G>,
): Promise<Accepted<S> | Refusal> => aggregates.handle({ ...request, metadata: metadataOf(cause) });
