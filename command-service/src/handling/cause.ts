import type { EventMetadata } from '@quorum/domain/stored-event.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';

/** The identity of a request, as recorded in events. */
export type Cause = {
  readonly actorId: string;
  /** Set for a signed-in person; not recorded in events. */
  readonly sessionId?: string | undefined;
  readonly commandId: string;
  readonly commandDigest: string | undefined;
  readonly correlationId: string;
  /** The command that this one is a part of. */
  readonly causationId?: string;
};

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

/** The metadata that a request leaves in every event it causes. */
export const metadataOf = (cause: Cause): EventMetadata => ({
  actor: cause.actorId,
  commandId: cause.commandId,
  ...(cause.commandDigest === undefined ? {} : { commandDigest: cause.commandDigest }),
  correlationId: cause.correlationId,
  causationId: cause.causationId ?? cause.commandId,
});
