import { type AppendResult, NO_STREAM } from '@eventstore/db-client';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import {
  type AppendOutcome,
  BEFORE_FIRST,
  type ChainLink,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type FollowOptions,
  type IntegrityFault,
  type LogDistance,
  LogRefusedError,
  LogUnavailableError,
  type Position,
  type RecordedEvent,
  type Revision,
  type Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import { Wake } from '../follow-loop.ts';
import { LastAppend, PROBE } from '../last-append.ts';
import { Deadline, typeOf } from './eventstoredb-calls.ts';
import { ServerConnection } from './eventstoredb-connection.ts';
import {
  bytesBefore,
  CHAIN_START,
  formatPosition,
  fromServer,
  type ServerEvent,
  StreamNames,
  toServer,
} from './eventstoredb-format.ts';
import { type ServerCall, ServerReads } from './eventstoredb-reads.ts';
import { type FollowedServer, followServer, type ServerSource, serverSource } from './eventstoredb-subscription.ts';
import { isChainedTo, type VerifiedLog, verifyStreams } from './eventstoredb-verifier.ts';
import { type Before, StreamEnds } from './stream-ends.ts';

export type EventStoreDbEventLogOptions = {
  /** Connection string, `esdb://…`. */
  readonly uri: string;
  /** Prefix of all stream names of this product, for a shared server. Empty by default. */
  readonly prefix?: string;
  /** Prefixes of this product's stream names, up to the first `-`. Any name by default. */
  readonly categories?: readonly string[];
  /** Milliseconds that one call may take, retries included. */
  readonly timeout?: number;
  /** Events that may be buffered for each follower's handler. */
  readonly queueLimit?: number;
  /** Milliseconds without an event after which a follower checks the end of the log. */
  readonly checkAfter?: number;
  /** Streams in use by this process whose ends are remembered, however many others are written to. */
  readonly usedStreams?: number;
  /** Called with one line about settings in the connection string that are ignored. */
  readonly onWarning?: (line: string) => void;
  /** Called for every call to the server. */
  readonly onCall?: (call: ServerCall) => void;
};

const DEFAULTS = {
  prefix: '',
  timeout: 5_000,
  queueLimit: 5_000,
  checkAfter: 10_000,
  usedStreams: 50_000,
  onWarning: () => {},
  onCall: () => {},
};
/** Milliseconds. Probes wait for five seconds. */
const PING_TIMEOUT_MS = 2_000;
/** Events of a stream asked for at once, each time with the whole timeout. */
const PAGE_SIZE = 4_000;

/**
 * The log in EventStoreDB. Every call is expensive, reads more than appends, so whatever can be known without asking comes from
 * one subscription, see `StreamEnds`.
 */
export class EventStoreDbEventLog implements EventLog {
  readonly #options: Required<Omit<EventStoreDbEventLogOptions, 'categories'>>;
  readonly #connection: ServerConnection;
  readonly #streams: StreamNames;
  readonly #reads: ServerReads;
  readonly #subscriptions = new Set<Subscription>();
  readonly #ends: StreamEnds;
  readonly #lastAppend = new LastAppend(systemClock);

  constructor(options: EventStoreDbEventLogOptions) {
    this.#options = { ...DEFAULTS, ...options };
    const { uri, prefix, usedStreams, onWarning, onCall } = this.#options;
    if (/tls=false/i.test(uri) && /\/\/[^/?]*@/.test(uri)) {
      onWarning('EVENTSTORE_URI names a user, but the client sends no credentials over a connection with tls=false.');
    }
    this.#connection = new ServerConnection(uri);
    this.#streams = new StreamNames(prefix, options.categories);
    this.#reads = new ServerReads(this.#connection, this.#streams, onCall);
    this.#ends = new StreamEnds({
      head: (considered) => this.#patiently(() => this.#reads.head(considered)),
      follow: (after, { onEvent, onReached }) => {
        const wake = new Wake();
        const source = this.#sourceAfter(after, wake, { onEvent, onSearched: onReached });
        const reached = async (events: readonly RecordedEvent[]) => onReached(events.at(-1)?.position ?? BEFORE_FIRST);
        return followServer(source, wake, after, reached, { batchSize: this.#options.queueLimit });
      },
      limit: (work) => this.#begin().limit(work),
      usedStreams,
    });
  }

  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome> {
    return this.#lastAppend.note(this.#append(stream, events, expected));
  }

  async #append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome> {
    const deadline = this.#begin();
    const { sent, hash } = toServer(stream, events, await this.#hashBefore(stream, expected, deadline));
    const expectedRevision = expected === 'none' ? NO_STREAM : BigInt(expected);
    const before = this.#ends.before();
    let isAgain = false;
    try {
      return await deadline.repeat(async () => {
        if (isAgain) return await this.#outcomeOfEarlier(stream, events, expected);
        isAgain = true;
        this.#options.onCall('append');
        const result = await this.#connection.append(this.#streams.onServer(stream), sent, { expectedRevision });
        const revision = Number(result.nextExpectedRevision);
        const position = await this.#positionOf(result);
        const outcome = { ok: true, position, revision } as const;
        if (events.length === 0) return outcome;
        // Most new streams are messages, which are hardly ever used again.
        const isNew = this.#ends.appended(stream, { revision, hash, position }, before, expected !== 'none');
        return isNew ? outcome : { ...outcome, repeated: true };
      });
    } catch (error) {
      if (typeOf(error) !== 'wrong-expected-version') throw error;
      const { actualVersion } = error as { actualVersion: bigint | typeof NO_STREAM };
      return { ok: false, actual: typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none' };
    }
  }

  async read(stream: string, from: Revision = 0): Promise<readonly RecordedEvent[]> {
    const before = this.#ends.before();
    const events: ServerEvent[] = [];
    for (let page: ServerEvent[], next = from; ; next += page.length) {
      page = await this.#patiently(() => this.#reads.stream(stream, next, PAGE_SIZE));
      // Without its first events a stream would be folded into something else.
      if (page[0] !== undefined && Number(page[0].revision) !== next)
        throw new LogRefusedError('truncated', `${stream} begins at revision ${page[0].revision} on EventStoreDB.`);
      for (const event of page) events.push(event);
      if (page.length < PAGE_SIZE) break;
    }
    this.#learn(stream, from, events.at(-1), before);
    return events.map((event) => fromServer(event).recorded);
  }

  known(stream: string, from: Revision): readonly RecordedEvent[] | undefined {
    return this.#ends.known(stream, from);
  }

  current(upTo?: Position): Promise<void> | undefined {
    return this.#ends.current(upTo);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return (await this.#readAll(after, limit)).map((event) => fromServer(event).recorded);
  }

  follow(
    after: Position,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription {
    const wake = new Wake();
    const inner = followServer(this.#sourceAfter(after, wake), wake, after, handler, options);
    const subscription: Subscription = {
      stop: async () => {
        await inner.stop();
        this.#subscriptions.delete(subscription);
      },
    };
    this.#subscriptions.add(subscription);
    return subscription;
  }

  head(): Promise<Position> {
    return this.#ends.head();
  }

  /** Positions are bytes of the server's log. */
  between(after: Position, upTo: Position): LogDistance {
    return { unit: 'bytes', count: Math.max(0, bytesBefore(upTo) - bytesBefore(after)) };
  }

  async linkAt(position: Position): Promise<ChainLink | undefined> {
    if (position === BEFORE_FIRST) return undefined;
    const event = await this.#patiently(() => this.#reads.at(position));
    if (event === undefined) return undefined;
    const { recorded, hash = '' } = fromServer(event);
    return { position, stream: recorded.stream, revision: recorded.revision, hash };
  }

  async isIntact(position: Position): Promise<boolean> {
    const event = position === BEFORE_FIRST ? undefined : await this.#patiently(() => this.#reads.at(position));
    if (event === undefined) return false;
    const { stream, revision } = fromServer(event).recorded;
    return isChainedTo(revision === 0 ? undefined : await this.#before(stream, revision), event);
  }

  verify(onChecked?: (events: number, streams: number) => void): AsyncIterable<IntegrityFault> {
    const log: VerifiedLog = {
      readAll: (after, limit) => this.#readAll(after, limit),
      before: (stream, revision) => this.#before(stream, revision),
    };
    return verifyStreams(log, onChecked);
  }

  async ping(): Promise<void> {
    try {
      await new Deadline(Math.min(this.#options.timeout, PING_TIMEOUT_MS)).limit(this.#ping());
    } catch (error) {
      if (error instanceof LogUnavailableError) throw error;
      throw new LogUnavailableError(`EventStoreDB cannot be reached: ${(error as Error).message}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#ends.stop();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#connection.dispose();
  }

  async #ping(): Promise<void> {
    await this.#reads.ping();
    await this.#lastAppend.check(() => this.append(PROBE, [], 'none'));
  }

  #begin(): Deadline {
    return new Deadline(this.#options.timeout);
  }

  #patiently<T>(call: () => Promise<T>): Promise<T> {
    return this.#begin().repeat(call);
  }

  #readAll(after: Position, limit: number): Promise<ServerEvent[]> {
    return this.#reads.all(after, limit, (page) => this.#patiently(page));
  }

  #before(stream: string, revision: Revision): Promise<ServerEvent | undefined> {
    return this.#patiently(() => this.#reads.before(stream, revision));
  }

  #sourceAfter(after: Position, wake: Wake, of?: Pick<FollowedServer, 'onSearched' | 'onEvent'>): ServerSource {
    const { queueLimit, checkAfter } = this.#options;
    const [connection, streams] = [this.#connection, this.#streams];
    const head = (considered: Position): Promise<Position> => this.#ends.head(considered);
    return serverSource({ connection, streams, queueLimit, checkAfter, head, ...of }, after, wake);
  }

  /** The hash to chain to. */
  async #hashBefore(stream: string, expected: ExpectedRevision, deadline: Deadline): Promise<string> {
    if (expected === 'none') return CHAIN_START;
    const known = await this.#ends.hashAt(stream, expected);
    if (known !== undefined) return known;
    const [before] = await deadline.repeat(() => this.#reads.stream(stream, expected, 1));
    // There is no such event, so the server will refuse the append.
    return before === undefined ? CHAIN_START : (fromServer(before).hash ?? CHAIN_START);
  }

  /**
   * The outcome of an attempt that got no answer. If nothing was stored, the command must be decided again, because it may rest on
   * what a former leader said.
   */
  async #outcomeOfEarlier(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
  ): Promise<AppendOutcome> {
    const from = expected === 'none' ? 0 : expected + 1;
    const stored = events.length === 0 ? [] : await this.#reads.stream(stream, from, events.length);
    const last = stored.at(-1);
    if (last === undefined || !events.every(({ id }, index) => id === stored[index]?.id))
      return { ok: false, actual: expected };
    const { position, revision } = fromServer(last).recorded;
    return { ok: true, position, revision, repeated: true };
  }

  /** An empty append has no position of its own. */
  async #positionOf(result: AppendResult): Promise<Position> {
    return result.position === undefined ? this.#ends.head() : formatPosition(result.position);
  }

  /** @param last the end of a stream that was read from a revision on */
  #learn(stream: string, from: Revision, last: ServerEvent | undefined, before: Before): void {
    if (last !== undefined)
      this.#ends.read(stream, { revision: Number(last.revision), hash: fromServer(last).hash }, before);
    else this.#ends.read(stream, from === 0 ? undefined : { revision: from - 1, hash: undefined }, before);
  }
}
