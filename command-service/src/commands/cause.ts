import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Cause } from '../application/context.ts';

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
