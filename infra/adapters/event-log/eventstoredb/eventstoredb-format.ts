import { createHash } from 'node:crypto';
import { binaryEvent, type EventData, type Position as ServerPosition, START } from '@eventstore/db-client';
import {
  BEFORE_FIRST,
  type EventToAppend,
  type Position,
  type RecordedEvent,
} from '@quorum/service-kit/ports/event-log.ts';

/**
 * The stored form of events in EventStoreDB: data as bytes, so that they stay unchanged, and the hash of the stream's chain as
 * another field of the metadata.
 */
const HASH_FIELD = '$hash';

export const CHAIN_START = '';

/** SHA-256 in base64 over the previous hash and the stored event. */
export const chainHash = (previous: string, stream: string, { id, type, data, metadata }: EventToAppend): string =>
  createHash('sha256')
    .update(JSON.stringify([previous, stream, id, type, data, metadata]))
    .digest('base64');

/** @param previous hash of the previous event. @returns what to send, and the hash of the last event. */
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

/** The fields we use of what the client returns. */
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

/** `hash` is undefined for an event written by something else. */
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

/** Names of this product's streams, which carry its prefix on a shared server. */
export class StreamNames {
  readonly prefix: string;
  readonly #categories: ReadonlySet<string> | undefined;

  /** @param categories what the names begin with, up to the first `-`. Any name if undefined. */
  constructor(prefix: string, categories?: readonly string[]) {
    this.prefix = prefix;
    this.#categories = categories && new Set(categories);
  }

  /** Prefixes of the names on the server, so that the server can filter. Undefined for any name. */
  get beginnings(): readonly string[] | undefined {
    if (this.#categories !== undefined) return [...this.#categories].map((category) => this.onServer(category));
    return this.prefix === '' ? undefined : [this.prefix];
  }

  onServer(stream: string): string {
    return `${this.prefix}${stream}`;
  }

  /** Neither a system event nor another product's. */
  isOwn({ type, streamId }: ServerEvent): boolean {
    if (type.startsWith('$') || !streamId.startsWith(this.prefix)) return false;
    const [category = ''] = streamId.slice(this.prefix.length).split('-', 1);
    return this.#categories?.has(category) ?? true;
  }

  /** The event with its stream's name as the product knows it. */
  readonly own = (event: ServerEvent): ServerEvent =>
    this.prefix === '' ? event : { ...event, streamId: event.streamId.slice(this.prefix.length) };
}

const DIGITS = 20;

/** Two numbers of fixed width, so that they sort as text. */
export const formatPosition = ({ commit, prepare }: ServerPosition): Position =>
  `${String(commit).padStart(DIGITS, '0')}/${String(prepare).padStart(DIGITS, '0')}`;

export const parsePosition = (position: Position): ServerPosition | typeof START => {
  if (position === BEFORE_FIRST) return START;
  const [commit, prepare] = position.split('/');
  return { commit: BigInt(commit ?? ''), prepare: BigInt(prepare ?? '') };
};

/** Bytes of the server's log before a position. */
export const bytesBefore = (position: Position): number => Number(position.split('/', 1)[0]);
