import { ANY, type AppendResult, BACKWARDS, END, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import {
  type AppendOutcome,
  BEFORE_FIRST,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type FollowOptions,
  type IntegrityFault,
  LogUnavailableError,
  type Position,
  type RecordedEvent,
  type Revision,
  type Subscription,
} from '@quorum/contracts/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';
import { CountedTail } from './counted-tail.ts';
import { Patience, typeOf } from './eventstoredb-calls.ts';
import {
  CHAIN_START,
  formatPosition,
  fromServer,
  isSystemEvent,
  parsePosition,
  type ServerEvent,
  toServer,
} from './eventstoredb-format.ts';
import { followServer } from './eventstoredb-subscription.ts';
import { verifyStreams } from './eventstoredb-verifier.ts';

export type EventStoreDbEventLogOptions = {
  /** Connection string, `esdb://…`. */
  readonly uri: string;
  /** How long one call may take, repeats included, before it is given up, milliseconds. */
  readonly patience?: number;
  /** Events that may wait for each follower's handler in memory. */
  readonly queueLimit?: number;
  /** Told, in one line, of what the connection string asks for and does not get. */
  readonly onWarning?: (line: string) => void;
};

const PATIENCE = 5_000;
const QUEUE_LIMIT = 5_000;
const REMEMBERED_STREAMS = 50_000;
/** Events looked through at once for the last one that is not the server's own. */
const HEAD_PAGE = 64;
/** How far back a repeat without an expected revision looks for its own events. */
const ANY_LOOK_BACK = 500;

type Link = { readonly revision: Revision; readonly hash: string };

/** The log in EventStoreDB. */
export class EventStoreDbEventLog implements EventLog {
  readonly #client: EventStoreDBClient;
  readonly #patience: number;
  readonly #queueLimit: number;
  /** Last known event of a stream, to chain the next one to. */
  readonly #links = new RecentlyUsed<string, Link>(REMEMBERED_STREAMS);
  readonly #subscriptions = new Set<Subscription>();
  readonly #tail = new CountedTail((after, limit) => this.readAll(after, limit));

  constructor({
    uri,
    patience = PATIENCE,
    queueLimit = QUEUE_LIMIT,
    onWarning = () => {},
  }: EventStoreDbEventLogOptions) {
    if (/tls=false/i.test(uri) && /\/\/[^/?]*@/.test(uri)) {
      onWarning('EVENTSTORE_URI names a user, but the client sends no credentials over a connection with tls=false.');
    }
    this.#client = EventStoreDBClient.connectionString(uri);
    this.#patience = patience;
    this.#queueLimit = queueLimit;
  }

  async append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome> {
    const patience = new Patience(this.#patience);
    const { sent, hash } = toServer(stream, events, await this.#hashBefore(stream, expected, patience));
    const expectedRevision = expected === 'any' ? ANY : expected === 'none' ? NO_STREAM : BigInt(expected);
    let isRepeat = false;
    try {
      return await patience.repeat(async () => {
        // After an unknown outcome: look before asking again, and ask for exactly the same.
        const earlier = isRepeat ? await this.#findAppended(stream, events, expected) : undefined;
        if (earlier !== undefined) return earlier;
        isRepeat = true;
        const result = await this.#client.appendToStream(stream, sent, { expectedRevision });
        const revision = Number(result.nextExpectedRevision);
        if (events.length > 0) this.#links.set(stream, { revision, hash });
        return { ok: true, position: await this.#positionOf(result), revision };
      });
    } catch (error) {
      if (typeOf(error) !== 'wrong-expected-version') throw error;
      const { actualVersion } = error as { actualVersion: bigint | typeof NO_STREAM };
      return { ok: false, actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none' };
    }
  }

  async read(stream: string, from: Revision = 0): Promise<readonly RecordedEvent[]> {
    return new Patience(this.#patience).repeat(() => this.#readStream(stream, from));
  }

  /** Other processes write to the same server: only a look tells. */
  endsBefore(): boolean {
    return false;
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    const events = await new Patience(this.#patience).repeat(() => this.#readAllOnce(after, limit));
    return events.map((event) => fromServer(event).recorded);
  }

  follow(
    after: Position,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription {
    const inner = followServer(this.#client, this.#queueLimit, () => this.head(), after, handler, options);
    const subscription: Subscription = {
      stop: async () => {
        await inner.stop();
        this.#subscriptions.delete(subscription);
      },
    };
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async head(): Promise<Position> {
    return new Patience(this.#patience).repeat(() => this.#readHead());
  }

  /** The server does not count: events are read for it, each of them once. */
  countAfter(after: Position, cap: number): Promise<number> {
    return this.#tail.count(after, cap);
  }

  verify(): AsyncIterable<IntegrityFault> {
    return verifyStreams((after, limit) => new Patience(this.#patience).repeat(() => this.#readAllOnce(after, limit)));
  }

  async ping(): Promise<void> {
    const patience = new Patience(this.#patience);
    try {
      await patience.limit(
        this.#collect(this.#client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })),
      );
    } catch (error) {
      if (error instanceof LogUnavailableError) throw error;
      throw new LogUnavailableError(`EventStoreDB cannot be reached: ${(error as Error).message}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#client.dispose();
  }

  /** Hash to chain to. Where the appender expects nothing in particular, a new chain begins. */
  async #hashBefore(stream: string, expected: ExpectedRevision, patience: Patience): Promise<string> {
    if (expected === 'any' || expected === 'none') return CHAIN_START;
    const known = this.#links.get(stream);
    if (known?.revision === expected) return known.hash;
    const [before] = await patience.repeat(() => this.#readServerEvents(stream, expected, 1));
    // No such event: the server will refuse the append.
    return before === undefined ? CHAIN_START : (fromServer(before).hash ?? CHAIN_START);
  }

  /** The outcome of an earlier try, if it was stored. */
  async #findAppended(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
  ): Promise<AppendOutcome | undefined> {
    if (events.length === 0) return undefined;
    const stored =
      expected === 'any'
        ? (await this.#readBackwards(stream, ANY_LOOK_BACK)).reverse()
        : await this.#readServerEvents(stream, expected === 'none' ? 0 : expected + 1, events.length);
    const first = stored.findIndex(({ id }) => id === events[0]?.id);
    const found = first < 0 ? [] : stored.slice(first, first + events.length);
    const last = found.at(-1);
    if (last === undefined || found.length < events.length) return undefined;
    if (!found.every(({ id }, index) => id === events[index]?.id)) return undefined;
    const { position, revision } = fromServer(last).recorded;
    return { ok: true, position, revision };
  }

  /** An append of nothing has no place of its own. */
  async #positionOf(result: AppendResult): Promise<Position> {
    return result.position === undefined ? this.#readHead() : formatPosition(result.position);
  }

  async #readStream(stream: string, from: Revision): Promise<RecordedEvent[]> {
    const events = await this.#readServerEvents(stream, from);
    const last = events.at(-1);
    if (last !== undefined) {
      const { recorded, hash } = fromServer(last);
      if (hash !== undefined) this.#links.set(stream, { revision: recorded.revision, hash });
    }
    return events.map((event) => fromServer(event).recorded);
  }

  async #readServerEvents(stream: string, from: Revision, maxCount?: number): Promise<ServerEvent[]> {
    const options = { fromRevision: BigInt(from), ...(maxCount !== undefined && { maxCount }) };
    try {
      return await this.#collect(this.#client.readStream(stream, options));
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return [];
      throw error;
    }
  }

  async #readBackwards(stream: string, maxCount: number): Promise<ServerEvent[]> {
    try {
      return await this.#collect(
        this.#client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount }),
      );
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return [];
      throw error;
    }
  }

  /** The server starts a read with the position itself, and knows no filter for it. */
  async #readAllOnce(after: Position, limit: number): Promise<ServerEvent[]> {
    const found: ServerEvent[] = [];
    let from = after;
    while (found.length < limit) {
      const maxCount = limit - found.length + 1;
      const page = await this.#collect(this.#client.readAll({ fromPosition: parsePosition(from), maxCount }));
      for (const event of page) {
        if (positionOf(event) > from && !isSystemEvent(event) && found.length < limit) found.push(event);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < maxCount) return found;
      // A page of one holds nothing but the position itself.
      from = positionOf(last);
    }
    return found;
  }

  async #readHead(): Promise<Position> {
    let before: ReturnType<typeof parsePosition> | typeof END = END;
    for (;;) {
      const page: ServerEvent[] = await this.#collect(
        this.#client.readAll({ direction: BACKWARDS, fromPosition: before, maxCount: HEAD_PAGE }),
      );
      const last = page.find((event) => !isSystemEvent(event));
      if (last !== undefined) return positionOf(last);
      const oldest = page.at(-1);
      if (oldest === undefined || page.length < HEAD_PAGE) return BEFORE_FIRST;
      before = parsePosition(positionOf(oldest));
    }
  }

  async #collect(events: AsyncIterable<{ event?: unknown }>): Promise<ServerEvent[]> {
    const collected: ServerEvent[] = [];
    for await (const { event } of events) if (event !== undefined) collected.push(event as ServerEvent);
    return collected;
  }
}

const positionOf = (event: ServerEvent): Position => fromServer(event).recorded.position;
