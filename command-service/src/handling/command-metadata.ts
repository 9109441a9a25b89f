import type { EventMetadata } from '@quorum/domain/stored-event.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';

/** The sender of a command, and the request that it belongs to. Its events record both. */
export type CommandMetadata = {
  readonly actorId: string;
  /** Set for a signed-in person; not recorded in events. */
  readonly sessionId?: string | undefined;
  readonly commandId: string;
  readonly commandDigest: string | undefined;
  readonly correlationId: string;
  /** The command that this one is a part of. */
  readonly causationId?: string;
};

/** The metadata of the command that a call asks for. */
export const metadataOf = (call: {
  readonly actor: Actor | undefined;
  readonly commandId: string;
  readonly commandDigest: string | undefined;
  readonly correlationId: string;
}): CommandMetadata => ({
  actorId: call.actor?.userId ?? 'anonymous',
  sessionId: call.actor?.sessionId,
  commandId: call.commandId,
  commandDigest: call.commandDigest,
  correlationId: call.correlationId,
});

/** The metadata of every event of a command. */
export const eventMetadata = (metadata: CommandMetadata): EventMetadata => ({
  actor: metadata.actorId,
  commandId: metadata.commandId,
  ...(metadata.commandDigest === undefined ? {} : { commandDigest: metadata.commandDigest }),
  correlationId: metadata.correlationId,
  causationId: metadata.causationId ?? metadata.commandId,
});
