import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import type {
  EventLog,
  ExpectedRevision,
  FollowOptions,
  Position,
  RecordedEvent,
  Revision,
  Subscription,
} from '@quorum/contracts/ports/event-log.ts';
import {
  type EventMetadata,
  type EventStore,
  isUnreadable,
  type StoredEvent,
  type StoreOutcome,
  type UnreadableEvent,
  UnreadableStreamError,
} from '@quorum/contracts/ports/event-store.ts';
import type { Ids } from '@quorum/contracts/ports/ids.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';
import type { CachingKeyStore } from '../key-store/caching-key-store.ts';
import { type DefinitionOf, decodeEvents, encodeEvent, type PreparedEvent, prepareEvent } from './event-codec.ts';

const IV_BYTES = 12;
/** Events appended last that are kept decoded: those who follow the log closely need not decode them again. */
const REMEMBERED_EVENTS = 4096;

const NO_KEYS: ReadonlyMap<string, Uint8Array> = new Map();

type Remembered = { readonly event: StoredEvent; readonly subjects: readonly string[] };

export type EncryptingEventStoreOptions = {
  readonly log: EventLog;
  /** The same object that erasure destroys keys with. */
  readonly keys: CachingKeyStore;
  readonly ids: Ids;
  /** Only tests give another catalogue. */
  readonly definitionOf?: DefinitionOf;
};

/** Typed events over the log: checks them, encrypts personal fields with their subjects' keys, and back. */
export class EncryptingEventStore implements EventStore {
  readonly #log: EventLog;
  readonly #keys: CachingKeyStore;
  readonly #ids: Ids;
  readonly #definitionOf: DefinitionOf | undefined;
  readonly #remembered = new RecentlyUsed<string, Remembered>(REMEMBERED_EVENTS);

  constructor({ log, keys, ids, definitionOf }: EncryptingEventStoreOptions) {
    this.#log = log;
    this.#keys = keys;
    this.#ids = ids;
    this.#definitionOf = definitionOf;
  }

  /** @throws ZodError for events that do not fit their schema: a fault in the calling code. */
  async append(
    stream: string,
    events: readonly DomainEvent[],
    expected: ExpectedRevision,
    metadata: EventMetadata,
    ids: readonly string[] = events.map(() => this.#ids.uuid()),
  ): Promise<StoreOutcome> {
    if (ids.length !== events.length) throw new Error(`${events.length} events but ${ids.length} ids`);
    const prepared = events.map((event) => prepareEvent(event, this.#definitionOf));
    const keys = await this.#obtain(prepared);
    const keyOf = (subject: string) => keys.get(subject);
    const newIv = () => this.#ids.bytes(IV_BYTES);
    const encoded = prepared.map((event, index) => encodeEvent(event, ids[index] as string, metadata, keyOf, newIv));
    const toAppend = encoded.map(({ stored }) => stored);
    const outcome = await this.#log.append(stream, toAppend, expected);
    if (!outcome.ok) return outcome;

    const first = outcome.revision - events.length + 1;
    const recorded = outcome.recorded ?? (await this.#log.read(stream, first));
    const stored = events.map(({ type }, index) => {
      const place = recorded[index];
      if (place === undefined)
        throw new Error(`${stream} ends before revision ${first + index}, which was just appended`);
      const { position, recordedAt } = place;
      const data = encoded[index]?.data;
      const id = ids[index] as string;
      const event = { type, data, id, stream, revision: first + index, position, recordedAt, metadata } as StoredEvent;
      this.#remembered.set(id, { event, subjects: [...(prepared[index]?.personal.keys() ?? [])] });
      return event;
    });
    return { ok: true, position: outcome.position, events: stored };
  }

  async read(stream: string, from: Revision = 0): Promise<readonly StoredEvent[]> {
    const recorded = await this.#log.read(stream, from);
    if (recorded.length === 0) return [];
    const decoded = await this.#decode(recorded);
    return decoded.map((event) => {
      if (!isUnreadable(event)) return event;
      throw new UnreadableStreamError(`event ${event.revision} of ${stream} (${event.type}): ${event.unreadable}`);
    });
  }

  endsBefore(stream: string, from: Revision): boolean {
    return this.#log.endsBefore(stream, from);
  }

  async readAll(after: Position, limit: number): Promise<readonly (StoredEvent | UnreadableEvent)[]> {
    return this.#decode(await this.#log.readAll(after, limit));
  }

  follow(
    after: Position,
    handler: (events: readonly (StoredEvent | UnreadableEvent)[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription {
    return this.#log.follow(after, async (recorded) => handler(await this.#decode(recorded)), options);
  }

  head(): Promise<Position> {
    return this.#log.head();
  }

  countAfter(after: Position, cap: number): Promise<number> {
    return this.#log.countAfter(after, cap);
  }

  ping(): Promise<void> {
    return this.#log.ping();
  }

  /** Call it when the key was destroyed by somebody who does not use this store's `keys`. */
  forgetKey(subject: string): void {
    this.#keys.forgetKey(subject);
  }

  async #decode(recorded: readonly RecordedEvent[]): Promise<(StoredEvent | UnreadableEvent)[]> {
    const remembered = await this.#recall(recorded);
    const unknown = recorded.filter((_, index) => remembered[index] === undefined);
    if (unknown.length === 0) return remembered as StoredEvent[];
    const decoded = await decodeEvents(unknown, (subjects) => this.#keys.find(subjects), this.#definitionOf);
    if (unknown.length === recorded.length) return decoded;
    let next = 0;
    return remembered.map((event) => event ?? (decoded[next++] as StoredEvent | UnreadableEvent));
  }

  /** Events still remembered from their append; one whose subject was erased since is decoded anew, without what was erased. */
  async #recall(recorded: readonly RecordedEvent[]): Promise<(StoredEvent | undefined)[]> {
    const subjects = new Set<string>();
    const found = recorded.map(({ id }) => {
      const remembered = this.#remembered.get(id);
      if (remembered !== undefined) for (const subject of remembered.subjects) subjects.add(subject);
      return remembered;
    });
    const keys = subjects.size === 0 ? NO_KEYS : await this.#keys.find([...subjects]);
    return found.map((remembered) =>
      remembered?.subjects.every((subject) => keys.has(subject)) === true ? remembered.event : undefined,
    );
  }

  async #obtain(events: readonly PreparedEvent[]): Promise<ReadonlyMap<string, Uint8Array | null>> {
    const keys = new Map<string, Uint8Array | null>();
    for (const { personal } of events) {
      for (const subject of personal.keys()) {
        if (!keys.has(subject)) keys.set(subject, await this.#keys.obtain(subject));
      }
    }
    return keys;
  }
}
