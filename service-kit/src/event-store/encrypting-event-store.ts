import { setImmediate } from 'node:timers/promises';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import type {
  EventLog,
  ExpectedRevision,
  FollowOptions,
  LogDistance,
  Position,
  RecordedEvent,
  Revision,
  Subscription,
} from '../ports/event-log.ts';
import {
  type EventStore,
  isUnreadable,
  type StoreOutcome,
  type UnreadableEvent,
  UnreadableStreamError,
} from '../ports/event-store.ts';
import type { Ids } from '../ports/ids.ts';
import { RecentlyUsed } from '../recently-used.ts';
import type { CachingKeyStore } from './caching-key-store.ts';
import { decodeEvents, encodeEvent, type PreparedEvent, prepareEvent } from './event-codec.ts';
import { ItemKeyStore } from './item-key-store.ts';

const IV_BYTES = 12;
/** Number of recently appended events kept decoded, so that close followers need not decode them again. */
const CACHED_EVENTS = 4096;

/** Events of a stream decoded before other work gets its turn. */
const DECODED_AT_ONCE = 200;

const NO_EVENTS: readonly StoredEvent[] = [];
const NO_SUBJECTS: ReadonlySet<string> = new Set();

type Remembered = { readonly event: StoredEvent; readonly subjects: readonly string[] };

export type EncryptingEventStoreOptions = {
  readonly log: EventLog;
  /** The same object that erasure uses to destroy keys. */
  readonly keys: CachingKeyStore;
  readonly ids: Ids;
  /** Timestamps the events. */
  readonly clock?: Clock;
};

/** Typed events on top of the log: validates them, encrypts personal fields with their subjects' keys, and decrypts them. */
export class EncryptingEventStore implements EventStore {
  readonly #log: EventLog;
  readonly #keys: ItemKeyStore;
  readonly #storedKeys: CachingKeyStore;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #remembered = new RecentlyUsed<string, Remembered>(CACHED_EVENTS);

  constructor({ log, keys, ids, clock = systemClock }: EncryptingEventStoreOptions) {
    this.#log = log;
    this.#keys = new ItemKeyStore(keys);
    this.#storedKeys = keys;
    this.#ids = ids;
    this.#clock = clock;
  }

  /** @throws ZodError for events that do not match their schema, which is a bug in the caller. */
  // oxlint-disable-next-line max-params -- the port's signature; most callers leave the ids out
  async append(
    stream: string,
    events: readonly DomainEvent[],
    expected: ExpectedRevision,
    metadata: EventMetadata,
    ids: readonly string[] = events.map(() => this.#ids.uuid()),
  ): Promise<StoreOutcome> {
    if (ids.length !== events.length) throw new Error(`${events.length} events but ${ids.length} ids`);
    const dated = { ...metadata, recordedAt: new Date(this.#clock.now()).toISOString() };
    const prepared = events.map((event) => prepareEvent(event, dated));
    const keys = await this.#obtain(prepared);
    const keyOf = (subject: string) => keys.get(subject);
    const newIv = () => this.#ids.bytes(IV_BYTES);
    const encoded = prepared.map((event, index) => encodeEvent(event, ids[index] as string, keyOf, newIv));
    const toAppend = encoded.map(({ stored }) => stored);
    const outcome = await this.#log.append(stream, toAppend, expected);
    if (!outcome.ok) return outcome;

    const first = outcome.revision - events.length + 1;
    // The first append counts: its texts, digest and time.
    if (outcome.repeated === true) {
      const earlier = (await this.read(stream, first)).slice(0, events.length);
      return { ok: true, position: outcome.position, events: earlier, repeated: true };
    }
    const stored = events.map(({ type }, index) => {
      const { data, metadata: kept } = encoded[index] as (typeof encoded)[number];
      const id = ids[index] as string;
      const position = outcome.positions?.[index] ?? outcome.position;
      const place = { id, stream, revision: first + index, position, recordedAt: dated.recordedAt };
      const event = { type, data, ...place, metadata: kept } as StoredEvent;
      this.#remembered.set(id, { event, subjects: [...(prepared[index]?.personal.keys() ?? [])] });
      return event;
    });
    return { ok: true, position: outcome.position, events: stored };
  }

  async read(stream: string, from: Revision = 0): Promise<readonly StoredEvent[]> {
    const recorded = await this.#log.read(stream, from);
    if (recorded.length <= DECODED_AT_ONCE) return recorded.length === 0 ? NO_EVENTS : this.#readable(recorded);
    const events: StoredEvent[] = [];
    for (let at = 0; at < recorded.length; at += DECODED_AT_ONCE) {
      events.push(...(await this.#readable(recorded.slice(at, at + DECODED_AT_ONCE))));
      await setImmediate();
    }
    return events;
  }

  known(stream: string, from: Revision): readonly StoredEvent[] | Promise<readonly StoredEvent[]> | undefined {
    const recorded = this.#log.known(stream, from);
    if (recorded === undefined) return undefined;
    return recorded.length === 0 ? NO_EVENTS : this.#readable(recorded);
  }

  current(upTo?: Position): Promise<void> | undefined {
    const waiting = this.#log.current(upTo);
    if (waiting === undefined) return undefined;
    return Promise.all([waiting, this.#storedKeys.current()]).then(() => undefined);
  }

  async canRead(subjects: ReadonlySet<string>): Promise<boolean> {
    return (await this.#keys.withKeys([...subjects], 'current')).size === subjects.size;
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

  between(after: Position, upTo: Position): LogDistance {
    return this.#log.between(after, upTo);
  }

  async #readable(recorded: readonly RecordedEvent[]): Promise<readonly StoredEvent[]> {
    return (await this.#decode(recorded)).map((event) => {
      if (!isUnreadable(event)) return event;
      const { revision, stream, type, unreadable } = event;
      throw new UnreadableStreamError(`event ${revision} of ${stream} (${type}): ${unreadable}`);
    });
  }

  async #decode(recorded: readonly RecordedEvent[]): Promise<(StoredEvent | UnreadableEvent)[]> {
    const remembered = await this.#recall(recorded);
    const unknown = recorded.filter((_, index) => remembered[index] === undefined);
    if (unknown.length === 0) return remembered as StoredEvent[];
    const decoded = await decodeEvents(unknown, (subjects) => this.#keys.find(subjects));
    if (unknown.length === recorded.length) return decoded;
    let next = 0;
    return remembered.map((event) => event ?? (decoded[next++] as StoredEvent | UnreadableEvent));
  }

  /**
   * Events still cached from their append. If a subject was erased since, the event is decoded again without the erased fields.
   */
  async #recall(recorded: readonly RecordedEvent[]): Promise<(StoredEvent | undefined)[]> {
    const subjects = new Set<string>();
    const found = recorded.map(({ id }) => {
      const remembered = this.#remembered.get(id);
      if (remembered !== undefined) for (const subject of remembered.subjects) subjects.add(subject);
      return remembered;
    });
    const readable = subjects.size === 0 ? NO_SUBJECTS : await this.#keys.withKeys([...subjects], 'now');
    return found.map((remembered, index) => {
      if (remembered?.subjects.every((subject) => readable.has(subject)) !== true) return undefined;
      const { position } = recorded[index] as RecordedEvent;
      // Within one append, only the log knows the position of each event.
      return remembered.event.position === position ? remembered.event : { ...remembered.event, position };
    });
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
