import {
  BEFORE_FIRST,
  type Position,
  type RecordedEvent,
  type Revision,
  type Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { freshSingleFlight } from '@quorum/service-kit/single-flight.ts';
import { RememberedStreams } from './remembered-streams.ts';

export type Followed = {
  /** Called for each event in log order, as soon as it arrives. @param hash undefined for an event written by something else. */
  readonly onEvent: (event: RecordedEvent, hash: string | undefined) => void;
  /** Called with a position up to which every event has arrived. */
  readonly onReached: (position: Position) => void;
};

export type StreamEndsOptions = {
  /** Position of the last event, asked from the engine. @param considered everything up to here is already known. */
  readonly head: (considered?: Position) => Promise<Position>;
  /** Follows the log after a position. */
  readonly follow: (after: Position, followed: Followed) => Subscription;
  /** Waits for a promise as long as one call may take. @throws LogUnavailableError */
  readonly limit: <T>(work: Promise<T>) => Promise<T>;
  /** Streams in use by this process whose ends are remembered. */
  readonly usedStreams: number;
};

/** The last event of a stream that this process knows. */
type End = {
  readonly revision: Revision;
  /** To which the next event is chained. Undefined if the event is not known, or was written by something else. */
  readonly hash: string | undefined;
  /** Whether every later event of the stream would have been followed, so that this is its end. */
  readonly isFollowed: boolean;
  /**
   * Set for an append of this process. Until the event is followed, it may repeat what another process has just stored with another
   * hash.
   */
  readonly sentTo?: Position;
};

/** State before a call to the engine, whose result may be older than events that are followed during it. */
export type Before = { readonly isFollowed: boolean; readonly seen: Position };

/** Streams known not to exist. Few, so that look-ups of invented names do not evict real ones. */
const REMEMBERED_ABSENT = 2_000;
/** Recently followed events that are kept as stored, still encrypted. */
const REMEMBERED_EVENTS = 4_096;
/** Longer streams are better read than gathered. */
const MAX_BATCH = 500;

const NOTHING: readonly RecordedEvent[] = [];

type Waiter = { readonly position: Position; readonly resolve: () => void };

/**
 * The ends of the streams of a log that other processes also write to: revision, hash, and whether anything may have come since. From
 * the first call of `current` it follows the log, so it knows the ends of streams and their last events without asking.
 */
export class StreamEnds {
  readonly #options: StreamEndsOptions;
  readonly #ends: RememberedStreams<End>;
  readonly #absent = new RecentlyUsed<string, true>(REMEMBERED_ABSENT);
  readonly #recent = new RecentlyUsed<string, RecordedEvent>(REMEMBERED_EVENTS);
  /** The end of the log, no older than the call. */
  readonly #freshHead: () => Promise<Position>;
  #subscription: Subscription | undefined;
  /** Everything up to here was followed. */
  #reached: Position = BEFORE_FIRST;
  /** The furthest position known to exist. New appends come after it. */
  #seen: Position = BEFORE_FIRST;
  #waiters: Waiter[] = [];

  constructor(options: StreamEndsOptions) {
    this.#options = options;
    this.#ends = new RememberedStreams(options.usedStreams);
    this.#freshHead = freshSingleFlight(async () => {
      if (this.#subscription === undefined) await this.#begin();
      return this.head(this.#reached);
    });
  }

  /** To be taken before a call to the engine whose result is recorded. */
  before(): Before {
    return { isFollowed: this.#subscription !== undefined, seen: this.#seen };
  }

  /** Events of a stream from a revision on, or undefined if they have to be read. */
  known(stream: string, from: Revision): readonly RecordedEvent[] | undefined {
    const end = this.#ends.get(stream);
    if (end === undefined) return this.#absent.get(stream) === true ? NOTHING : undefined;
    if (!end.isFollowed) return undefined;
    if (from > end.revision) return NOTHING;
    if (end.revision - from >= MAX_BATCH) return undefined;
    const events: RecordedEvent[] = [];
    for (let revision = from; revision <= end.revision; revision++) {
      const event = this.#recent.get(keyOf(stream, revision));
      if (event === undefined) return undefined;
      events.push(event);
    }
    return events;
  }

  /** The hash of a stream's event, if that is the last one known. */
  async hashAt(stream: string, revision: Revision): Promise<string | undefined> {
    const sentTo = this.#ends.get(stream)?.sentTo;
    if (sentTo !== undefined && this.#subscription !== undefined) await this.current(sentTo);
    const end = this.#ends.get(stream);
    return end?.revision === revision ? end.hash : undefined;
  }

  /**
   * Records an answered append. @param isUsed whether this process has read the stream or decided on it.
   * @returns false if the append repeats what was stored before: the server answers a repeat as it did the first time.
   */
  // oxlint-disable-next-line max-params -- the stream, what was stored, and what was known
  appended(
    stream: string,
    event: { revision: Revision; hash: string; position: Position },
    before: Before,
    isUsed: boolean,
  ): boolean {
    const { revision, hash, position } = event;
    const end = this.#ends.get(stream);
    const isKnownOtherwise = end?.revision === revision && end.hash !== undefined && end.hash !== hash;
    if (position <= before.seen || isKnownOtherwise) return false;
    this.#see(position);
    this.#record(stream, { revision, hash, sentTo: position, isFollowed: before.isFollowed }, isUsed);
    return true;
  }

  /** Records the end of a stream that was read, or that it has no events. */
  read(stream: string, last: Pick<End, 'revision' | 'hash'> | undefined, { isFollowed }: Before): void {
    if (last !== undefined) this.#record(stream, { ...last, isFollowed }, true);
    else if (isFollowed && this.#ends.get(stream) === undefined) this.#absent.set(stream, true);
  }

  /** Position of the log's last event. */
  async head(considered?: Position): Promise<Position> {
    const head = await this.#options.head(considered);
    this.#see(head);
    return head;
  }

  /**
   * Resolves once everything acknowledged before the call is known.
   * @param upTo if given, everything up to there is enough, and nothing is asked.
   * @throws LogUnavailableError
   */
  current(upTo?: Position): Promise<void> | undefined {
    const reaching =
      upTo !== undefined && this.#subscription !== undefined
        ? this.#reach(upTo)
        : this.#freshHead().then((head) => this.#reach(head));
    return reaching && this.#options.limit(reaching);
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop();
  }

  async #begin(): Promise<void> {
    this.#reached = await this.head();
    this.#subscription = this.#options.follow(this.#reached, {
      onEvent: (event, hash) => this.#follow(event, hash),
      onReached: (position) => this.#advance(position),
    });
  }

  #follow(event: RecordedEvent, hash: string | undefined): void {
    const { stream, revision, position } = event;
    this.#record(stream, { revision, hash, isFollowed: true }, false);
    this.#absent.delete(stream);
    this.#recent.set(keyOf(stream, revision), event);
    this.#see(position);
  }

  /** Keeps a later end. The same one is as good as the better of what is known of it. */
  #record(stream: string, end: End, isUsed: boolean): void {
    const known = this.#ends.get(stream);
    if (known === undefined || known.revision < end.revision) this.#ends.set(stream, end, isUsed);
    else if (known.revision > end.revision) this.#ends.set(stream, known, isUsed);
    else {
      const [hash, isFollowed] = [end.hash ?? known.hash, end.isFollowed || known.isFollowed];
      this.#ends.set(stream, { ...end, hash, isFollowed }, isUsed);
    }
  }

  #see(position: Position): void {
    if (position > this.#seen) this.#seen = position;
  }

  #advance(position: Position): void {
    if (position <= this.#reached) return;
    this.#reached = position;
    const due = this.#waiters.filter((waiter) => waiter.position <= position);
    if (due.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.position > position);
    for (const { resolve } of due) resolve();
  }

  #reach(position: Position): Promise<void> | undefined {
    if (position <= this.#reached) return undefined;
    return new Promise((resolve) => {
      this.#waiters.push({ position, resolve });
    });
  }
}

const keyOf = (stream: string, revision: Revision): string => `${revision} ${stream}`;
