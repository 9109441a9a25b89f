import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import type { Position, Revision } from '@quorum/contracts/ports/event-log.ts';
import type { EventMetadata, EventStore, StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../domain/aggregate.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { RecentCommands } from './recent-commands.ts';

/** One stream folded so far, and which commands its events came from. */
type Loaded<S> = {
  state: S;
  revision: Revision | 'none';
  position: Position;
  readonly commands: RecentCommands;
};

export type Accepted<S> = {
  readonly state: S;
  /** Position of the last event of this command, or of the stream when nothing had to change. */
  readonly position: Position;
  /** The events of this command, also of a repeated one. */
  readonly events: readonly StoredEvent[];
  /** This very command had taken effect before. */
  readonly repeated: boolean;
};

export type AggregatesOptions = {
  /** The most streams kept folded in memory. */
  readonly cached?: number;
  /** UUID made from a seed: the same seed gives the same UUID. */
  readonly uuidFrom: (seed: string) => string;
  /** Waits before deciding again after a lost race. */
  readonly pause?: (attempt: number) => Promise<void>;
};

export type HandleOptions = {
  /**
   * The stream most likely does not exist, so it is not looked for first: the append itself finds out, and then it is loaded and
   * decided on anew.
   */
  readonly expectNew?: boolean;
};

/** Lost races in a row after which a command gives up; with back-off and jitter this takes many writers at once. */
const MOST_ATTEMPTS = 40;

const pauseWithJitter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100, 2 ** attempt)));

/**
 * Loads aggregates from the event store and decides on them. A cached state is brought up to date with what was appended
 * since, decided on, and appended with the exact expected revision; who loses a race decides again on the new state. Commands of
 * one process on one stream wait for each other, so that they do not race among themselves.
 */
export class Aggregates {
  readonly #events: EventStore;
  readonly #uuidFrom: (seed: string) => string;
  readonly #pause: (attempt: number) => Promise<void>;
  readonly #cache: RecentlyUsed<string, Loaded<unknown>>;
  readonly #queue = new KeyedQueue();

  constructor(events: EventStore, options: AggregatesOptions) {
    this.#events = events;
    this.#cache = new RecentlyUsed(options.cached ?? 20_000);
    this.#uuidFrom = options.uuidFrom;
    this.#pause = options.pause ?? pauseWithJitter;
  }

  /** The state as of now. Not to be changed by the caller. */
  async load<S>(aggregate: Aggregate<S>, stream: string): Promise<S> {
    return (await this.#upToDate(aggregate, stream)).state;
  }

  /**
   * Decides on a stream's present state and appends the events.
   * @param decide is called again on the new state after a lost race; may ask other aggregates.
   * @returns a refusal of the decider, or `request/idempotency-key-reused`.
   * @throws LogUnavailableError
   */
  handle<S>(
    aggregate: Aggregate<S>,
    stream: string,
    metadata: EventMetadata,
    decide: (state: S) => Decision | Promise<Decision>,
    { expectNew = false }: HandleOptions = {},
  ): Promise<Accepted<S> | Refusal> {
    return this.#queue.run(stream, async () => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const loaded =
          expectNew && attempt === 0 ? this.#presumedNew(aggregate, stream) : await this.#upToDate(aggregate, stream);
        const earlier = await this.#earlier(loaded, stream, metadata);
        if (earlier !== undefined) return earlier;
        // While it is decided, another reader may bring this very state up to date: what was decided on is older then.
        const { revision } = loaded;
        const decision = await decide(loaded.state);
        if (isRefusal(decision)) return decision;
        if (decision.length === 0)
          return { state: loaded.state, position: loaded.position, events: [], repeated: false };
        const appended = await this.#append(aggregate, stream, loaded, revision, decision, metadata);
        if (appended !== undefined) return appended;
        await this.#pause(attempt);
      }
      return refuse('service/unavailable', undefined, 1);
    });
  }

  /** What a command had done to a stream before, for those that cost much until they come to decide; else nothing. */
  async repeated<S>(
    aggregate: Aggregate<S>,
    stream: string,
    metadata: EventMetadata,
  ): Promise<Accepted<S> | Refusal | undefined> {
    return this.#earlier(await this.#upToDate(aggregate, stream), stream, metadata);
  }

  /** Whether a command had an effect on a stream before. */
  async knows<S>(aggregate: Aggregate<S>, stream: string, commandId: string): Promise<boolean> {
    return (await this.#upToDate(aggregate, stream)).commands.get(commandId) !== undefined;
  }

  /** Forgets every cached state, so that personal texts of the erased leave the memory. */
  clear(): void {
    this.#cache.clear();
  }

  async #earlier<S>(
    loaded: Loaded<S>,
    stream: string,
    metadata: EventMetadata,
  ): Promise<Accepted<S> | Refusal | undefined> {
    const known = loaded.commands.get(metadata.commandId);
    if (known === undefined) return undefined;
    if (known.digest !== metadata.commandDigest) return refuse('request/idempotency-key-reused');
    const all = await this.#events.read(stream);
    const events = all.filter((event) => event.metadata.commandId === metadata.commandId);
    return { state: loaded.state, position: known.position, events, repeated: true };
  }

  async #append<S>(
    aggregate: Aggregate<S>,
    stream: string,
    loaded: Loaded<S>,
    revision: Revision | 'none',
    decision: readonly DomainEvent[],
    metadata: EventMetadata,
  ): Promise<Accepted<S> | undefined> {
    const ids = decision.map((_, index) => this.#uuidFrom(`${metadata.commandId} ${stream} ${index}`));
    const outcome = await this.#events.append(stream, decision, revision, metadata, ids);
    if (!outcome.ok) return undefined;
    fold(aggregate, loaded, outcome.events);
    this.#cache.set(stream, loaded);
    return { state: loaded.state, position: outcome.position, events: outcome.events, repeated: false };
  }

  #presumedNew<S>(aggregate: Aggregate<S>, stream: string): Loaded<S> {
    return (this.#cache.get(stream) as Loaded<S> | undefined) ?? begun(aggregate);
  }

  async #upToDate<S>(aggregate: Aggregate<S>, stream: string): Promise<Loaded<S>> {
    const cached = this.#cache.get(stream) as Loaded<S> | undefined;
    if (cached === undefined) {
      const loaded = begun(aggregate);
      fold(aggregate, loaded, await this.#events.read(stream));
      // Whoever asks for streams that do not exist, as with invented tokens, must not push out those that do.
      if (loaded.revision !== 'none') this.#cache.set(stream, loaded);
      return loaded;
    }
    const from = cached.revision === 'none' ? 0 : cached.revision + 1;
    if (this.#events.endsBefore(stream, from)) return cached;
    fold(aggregate, cached, await this.#events.read(stream, from));
    return cached;
  }
}

const begun = <S>(aggregate: Aggregate<S>): Loaded<S> => ({
  state: aggregate.initial(),
  revision: 'none',
  position: '',
  commands: new RecentCommands(),
});

/** Events that another reader of the same state has folded already are passed over. */
const fold = <S>(aggregate: Aggregate<S>, loaded: Loaded<S>, events: readonly StoredEvent[]): void => {
  for (const event of events) {
    if (loaded.revision !== 'none' && event.revision <= loaded.revision) continue;
    loaded.state = aggregate.evolve(loaded.state, event);
    loaded.revision = event.revision;
    loaded.position = event.position;
    const { commandId, commandDigest } = event.metadata;
    loaded.commands.note(commandId, commandDigest, event.position);
  }
};
