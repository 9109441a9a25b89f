import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import { prepareEvent } from '@quorum/service-kit/event-store/event-codec.ts';
import {
  BEFORE_FIRST,
  type ExpectedRevision,
  type FollowOptions,
  type LogDistance,
  LogUnavailableError,
  type Position,
  type Revision,
  type Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import {
  type EventStore,
  isUnreadable,
  type StoreOutcome,
  type UnreadableEvent,
  UnreadableStreamError,
} from '@quorum/service-kit/ports/event-store.ts';

type LogEvent = StoredEvent | UnreadableEvent;

const START = Date.UTC(2026, 4, 14, 14, 42);
const positionOf = (index: number): Position => String(index + 1).padStart(12, '0');
const testMetadata: EventMetadata = { actor: 'test', commandId: 'test', correlationId: 'test', causationId: 'test' };

/** An in-memory event store for tests: events in order of `append`, a second apart. */
export class MemoryEventStore implements EventStore {
  readonly events: LogEvent[] = [];
  /** While true, every call fails as if the engine were unreachable. */
  unavailable = false;
  #listeners = new Set<() => void>();

  async append(
    stream: string,
    events: readonly DomainEvent[],
    expected: ExpectedRevision,
    metadata: EventMetadata,
    ids: readonly string[] = [],
  ): Promise<StoreOutcome> {
    this.#check();
    for (const event of events) prepareEvent(event, { ...metadata, recordedAt: new Date(START).toISOString() });
    const known = (await this.read(stream)).filter(({ id }) => ids.includes(id));
    if (known.length > 0) return { ok: true, position: known.at(-1)?.position ?? '', events: known, repeated: true };
    const actual = this.#revisionOf(stream);
    if (expected !== actual) return { ok: false, actual };
    const stored = events.map((event, index) => this.add(stream, event, metadata, ids[index]));
    return { ok: true, position: stored.at(-1)?.position ?? BEFORE_FIRST, events: stored };
  }

  /** Like `append`, but synchronous and for one event. */
  add(stream: string, event: DomainEvent, metadata: EventMetadata = testMetadata, id?: string): StoredEvent {
    const place = this.#place(stream);
    const stored = { ...event, ...place, id: id ?? place.id, metadata } as StoredEvent;
    this.events.push(stored);
    this.#wake();
    return stored;
  }

  /** Appends an event that no version of the product can read. */
  addUnreadable(stream: string, type: string, unreadable: string): UnreadableEvent {
    const stored = { type, unreadable, ...this.#place(stream) };
    this.events.push(stored);
    this.#wake();
    return stored;
  }

  /** Replaces an unreadable event by a readable one, as upgrading the product would. */
  mend(position: Position, event: DomainEvent): void {
    const index = this.events.findIndex((each) => each.position === position);
    const { id, stream, revision, recordedAt } = this.events[index] as LogEvent;
    this.events[index] = {
      ...event,
      id,
      stream,
      revision,
      position,
      recordedAt,
      metadata: testMetadata,
    } as StoredEvent;
  }

  async read(stream: string, from: Revision = 0): Promise<readonly StoredEvent[]> {
    this.#check();
    return this.events
      .filter((event) => event.stream === stream && event.revision >= from)
      .map((event) => {
        if (isUnreadable(event)) throw new UnreadableStreamError(event.unreadable);
        return event;
      });
  }

  known(): undefined {
    return undefined;
  }

  current(): undefined {
    return undefined;
  }

  async canRead(): Promise<boolean> {
    return true;
  }

  async readAll(after: Position, limit: number): Promise<readonly LogEvent[]> {
    this.#check();
    const start = after === BEFORE_FIRST ? 0 : Number(after);
    return this.events.slice(start, start + limit);
  }

  follow(
    after: Position,
    handler: (events: readonly LogEvent[]) => Promise<void>,
    { batchSize = 500, onCaughtUp, onError }: FollowOptions = {},
  ): Subscription {
    let stopped = false;
    let wake = (): void => {};
    const listener = (): void => wake();
    this.#listeners.add(listener);
    const run = async (): Promise<void> => {
      let position = after;
      while (!stopped) {
        const grown = new Promise<void>((resolve) => {
          wake = resolve;
        });
        try {
          const batch = await this.readAll(position, batchSize);
          const last = batch.at(-1);
          if (last === undefined) {
            onCaughtUp?.(true);
            if (!stopped) await grown;
            continue;
          }
          await handler(batch);
          position = last.position;
        } catch (error) {
          if (stopped) return;
          onError?.(error);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    };
    const ended = run();
    return {
      stop: async () => {
        stopped = true;
        this.#listeners.delete(listener);
        wake();
        await ended;
      },
    };
  }

  async head(): Promise<Position> {
    this.#check();
    return this.events.at(-1)?.position ?? BEFORE_FIRST;
  }

  between(after: Position, upTo: Position): LogDistance {
    return { unit: 'events', count: Math.max(0, Number(upTo) - Number(after)) };
  }

  #check(): void {
    if (this.unavailable) throw new LogUnavailableError('the log is gone');
  }

  #wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #revisionOf(stream: string): Revision | 'none' {
    return this.events.findLast((event) => event.stream === stream)?.revision ?? 'none';
  }

  #place(stream: string) {
    const index = this.events.length;
    return {
      id: `event-${index}`,
      stream,
      revision: this.events.filter((event) => event.stream === stream).length,
      position: positionOf(index),
      recordedAt: new Date(START + index * 1_000).toISOString(),
    };
  }
}
