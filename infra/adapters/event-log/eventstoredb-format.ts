import { createHash } from 'node:crypto';
import { binaryEvent, type EventData, type Position as ServerPosition, START } from '@eventstore/db-client';
import {
  BEFORE_FIRST,
  type EventToAppend,
  type Position,
  type RecordedEvent,
} from '@quorum/service-kit/ports/event-log.ts';

/**
 * How events lie in EventStoreDB: data as bytes, so that they stay as they are; the hash of the chain within the stream
 * as one more field of the metadata.
 */
const HASH_FIELD = '$hash';

export const CHAIN_START = '';

/** SHA-256 in base64 over the hash before and what is stored of the event. */
export const chainHash = (previous: string, stream: string, { id, type, data, metadata }: EventToAppend): string =>
  createHash('sha256')
    .update(JSON.stringify([previous, stream, id, type, data, metadata]))
    .digest('base64');

/** @param previous hash of the event before. @returns what to send, and the hash of the last event. */
export const toServer = (
  stream: string,
  events: readonly EventToAppend[],
  previous: string,
): { readonly sent: EventData[]; readonly hash: string } => {
  let hash = previous;
  const sent = events.map((event) => {
    hash = chainHash(hash, stream, event);
    const metadata = { ...(JSON.parse(event.metadata) as Record<string, unknown>), [HASH_FIELD]: hash };
    return binaryEvent({ id: event.id, type: event.type, data: Buffer.from(event.data), metadata });
  });
  return { sent, hash };
};

/** What the client hands out, as far as it is used. */
export type ServerEvent = {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly created: Date;
  readonly position?: ServerPosition | undefined;
};

/** `hash` is undefined for an event that somebody else wrote. */
export const fromServer = (
  event: ServerEvent,
): { readonly recorded: RecordedEvent; readonly hash: string | undefined } => {
  const { [HASH_FIELD]: hash, ...metadata } = (event.metadata ?? {}) as Record<string, unknown>;
  const { streamId: stream, id, type, data } = event;
  return {
    recorded: {
      id,
      type,
      data:
        data instanceof Uint8Array
          ? Buffer.from(data.buffer, data.byteOffset, data.length).toString('utf8')
          : JSON.stringify(data),
      metadata: JSON.stringify(metadata),
      stream,
      revision: Number(event.revision),
      position: positionOf(event),
      recordedAt: event.created.toISOString(),
    },
    hash: typeof hash === 'string' ? hash : undefined,
  };
};

export const positionOf = ({ position }: ServerEvent): Position => formatPosition(positionGiven(position));

const positionGiven = (position: ServerPosition | undefined): ServerPosition => {
  if (position === undefined) throw new Error('EventStoreDB 22.6 or newer is needed: events carry no position');
  return position;
};

/** Names of this product's streams on a server that it may share with others: each begins with the product's prefix. */
export class StreamNames {
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  onServer(stream: string): string {
    return `${this.prefix}${stream}`;
  }

  /** Neither the server's own event nor one of another product. */
  isOwn({ type, streamId }: ServerEvent): boolean {
    return !type.startsWith('$') && streamId.startsWith(this.prefix);
  }

  /** An own event under the name that the product gave its stream. */
  readonly own = (event: ServerEvent): ServerEvent =>
    this.prefix === '' ? event : { ...event, streamId: event.streamId.slice(this.prefix.length) };
}

const DIGITS = 20;

/** Two numbers of one width, so that their order as texts is that of the log. */
export const formatPosition = ({ commit, prepare }: ServerPosition): Position =>
  `${String(commit).padStart(DIGITS, '0')}/${String(prepare).padStart(DIGITS, '0')}`;

export const parsePosition = (position: Position): ServerPosition | typeof START => {
  if (position === BEFORE_FIRST) return START;
  const [commit, prepare] = position.split('/');
  return { commit: BigInt(commit ?? ''), prepare: BigInt(prepare ?? '') };
};

/** Bytes of the server's log before a position. */
export const bytesBefore = (position: Position): number => Number(position.split('/', 1)[0]);
