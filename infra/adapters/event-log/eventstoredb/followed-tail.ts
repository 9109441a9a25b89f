import type {
  FollowOptions,
  Position,
  RecordedEvent,
  Revision,
  Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { freshSingleFlight } from '@quorum/service-kit/single-flight.ts';
import { RememberedStreams } from './remembered-streams.ts';

export type TailOptions = {
  /** Position of the last event, asked from the engine. @param considered everything up to here is already known. */
  readonly head: (considered: Position) => Promise<Position>;
  /**
   * Delivers every event after a position, in order.
   * @param onSearched called with a position up to which everything has been delivered.
   */
  readonly follow: (
    after: Position,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    options: FollowOptions & { readonly onSearched: (position: Position) => void },
  ) => Subscription;
  /** Waits for a promise as long as one call may take. @throws LogUnavailableError */
  readonly limit: <T>(work: Promise<T>) => Promise<T>;
  /** Streams in use by this process whose ends are remembered. */
  readonly usedStreams: number;
};

/** Streams known not to exist. Few, so that look-ups of invented names do not evict real ones. */
const REMEMBERED_ABSENT = 2_000;
/** Recently followed events that are kept as stored, still encrypted. */
const REMEMBERED_EVENTS = 4_096;
/** Longer streams are better read than gathered. */
const MAX_GATHERED = 500;

const NOTHING: readonly RecordedEvent[] = [];

type Waiter = { readonly position: Position; readonly resolve: () => void };

/**
 * What this process knows of a log that other processes also write to. From its first use it follows the log, so it knows the
 * ends of streams and their last events without asking. To include what others were acknowledged a moment ago, wait for
 * `current`.
 */
export class FollowedTail {
  readonly #options: TailOptions;
  readonly #ends: RememberedStreams<Revision>;
  readonly #absent = new RecentlyUsed<string, true>(REMEMBERED_ABSENT);
  readonly #recent = new RecentlyUsed<string, RecordedEvent>(REMEMBERED_EVENTS);
  /** The end of the log, no older than the call. */
  readonly #head: () => Promise<Position>;
  #subscription: Subscription | undefined;
  #reached: Position = '';
  #waiters: Waiter[] = [];

  constructor(options: TailOptions) {
    this.#options = options;
    this.#ends = new RememberedStreams(options.usedStreams);
    this.#head = freshSingleFlight(async () => {
      if (!this.isFollowing) await this.#begin();
      return options.head(this.#reached);
    });
  }

  /**
   * Whether everything from now on is followed. Results asked from the engine earlier must not be recorded, because events may
   * have come in between.
   */
  get isFollowing(): boolean {
    return this.#subscription !== undefined;
  }

  known(stream: string, from: Revision): readonly RecordedEvent[] | undefined {
    const end = this.#ends.get(stream);
    if (end === undefined) return this.#absent.get(stream) === true ? NOTHING : undefined;
    if (from > end) return NOTHING;
    if (end - from >= MAX_GATHERED) return undefined;
    const events: RecordedEvent[] = [];
    for (let revision = from; revision <= end; revision++) {
      const event = this.#recent.get(keyOf(stream, revision));
      if (event === undefined) return undefined;
      events.push(event);
    }
    return events;
  }

  /**
   * Records that a stream has no event after a revision (or none at all), unless more was followed meanwhile.
   * @param isUsed whether this process has read the stream or decided on it.
   */
  note(stream: string, end: Revision | undefined, isUsed = false): void {
    const known = this.#ends.get(stream);
    if (end !== undefined) this.#ends.set(stream, Math.max(end, known ?? end), isUsed);
    else if (known === undefined) this.#absent.set(stream, true);
  }

  /**
   * Resolves once everything acknowledged before the call is known.
   * @param upTo if given, everything up to there is enough, and nothing is asked.
   * @throws LogUnavailableError
   */
  current(upTo?: Position): Promise<void> | undefined {
    const reaching =
      upTo !== undefined && this.isFollowing ? this.#reach(upTo) : this.#head().then((head) => this.#reach(head));
    return reaching && this.#options.limit(reaching);
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop();
  }

  async #begin(): Promise<void> {
    this.#reached = await this.#options.head('');
    this.#subscription = this.#options.follow(this.#reached, async (events) => this.#take(events), {
      onSearched: (position) => this.#advance(position),
    });
  }

  #take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const { stream, revision } = event;
      this.note(stream, revision);
      this.#absent.delete(stream);
      this.#recent.set(keyOf(stream, revision), event);
    }
    this.#advance(events.at(-1)?.position ?? this.#reached);
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
