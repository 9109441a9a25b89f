import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decider, Decision, Fold } from '@quorum/domain/decider.ts';
import { type DomainEvent, subjectsOf } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import { LogUnavailableError, type Position, type Revision } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import { roughSize } from '@quorum/service-kit/rough-size.ts';
import { LRUCache } from 'lru-cache';
import { KeyedQueue } from './keyed-queue.ts';
import { RecentCommands } from './recent-commands.ts';

/** One stream folded so far, and which commands its events came from. */
type Loaded<S> = {
  state: S;
  revision: Revision | 'none';
  position: Position;
  readonly commands: RecentCommands;
  /** Whose texts the state may hold: it is worth nothing once one of their keys is gone. */
  readonly subjects: Set<string>;
  /** Bytes, roughly: of all events, as a fold keeps what it likes of them. */
  size: number;
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
  /** Bytes of the streams that are kept folded in memory. */
  readonly cached?: number;
  /** UUID made from a seed: the same seed gives the same UUID. */
  readonly uuidFrom: (seed: string) => string;
  /** Waits before deciding again after a lost race. */
  readonly pause?: (attempt: number) => Promise<void>;
};

/** One command on one stream. `F` is what the decider needs to know; `G` is that and what the permission needs. */
export type StreamCommand<C, S, F, G extends F = F> = {
  readonly decider: Decider<C, S, F>;
  readonly stream: string;
  readonly command: C;
  readonly metadata: EventMetadata;
  /** Loads what the permission and the decider need to know besides the state. May ask other aggregates. */
  readonly facts: (state: S) => G | Refusal | Promise<G | Refusal>;
  /** The rule that the route declares. Absent where a process manager acts, not a person. */
  readonly permission?: (facts: G) => Refusal | undefined;
  /**
   * The stream most likely does not exist, so it is not looked for first: the append itself finds out, and then it is loaded and
   * decided on again.
   */
  readonly expectNew?: boolean;
};

/** What loading and appending need of a command. */
type Expecting<S> = { readonly decider: Fold<S>; readonly stream: string; readonly expectNew?: boolean };
type Appending<S> = { readonly decider: Fold<S>; readonly stream: string; readonly metadata: EventMetadata };

/** Bytes of folded streams that are kept. */
const CACHED = 128 * 2 ** 20;
/** Bytes that a stream is taken to have before its events, and of each event beside its data. */
const BEGUN = 500;
const EVENT = 300;

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
  readonly #cache: LRUCache<string, Loaded<unknown>>;
  readonly #queue = new KeyedQueue();
  /** How often a command found the log away. */
  #outages = 0;

  constructor(events: EventStore, options: AggregatesOptions) {
    this.#events = events;
    this.#cache = new LRUCache({ maxSize: options.cached ?? CACHED, sizeCalculation: ({ size }) => size });
    this.#uuidFrom = options.uuidFrom;
    this.#pause = options.pause ?? pauseWithJitter;
  }

  /**
   * Resolves when everything that any process had been acknowledged before the call is taken account of. Whoever decides waits for it
   * first; what is loaded afterwards is at least so new. `undefined` where nothing has to be waited for.
   * @throws LogUnavailableError
   */
  current(): Promise<void> | undefined {
    return this.#events.current();
  }

  /** The state as of the last `current`, or newer. Not to be changed by the caller. */
  async load<S>(aggregate: Fold<S>, stream: string): Promise<S> {
    return (await this.#upToDate(aggregate, stream)).state;
  }

  /**
   * Loads the facts, executes the permission, asks the decider, and appends at the exact revision that was decided on. A lost race
   * starts again with the new state, permission included.
   * @returns a refusal of the permission or the decider, or `request/idempotency-key-reused`.
   * @throws LogUnavailableError
   */
  handle<C, S, F, G extends F = F>(request: StreamCommand<C, S, F, G>): Promise<Accepted<S> | Refusal> {
    const outages = this.#outages;
    return this.#queue.run(request.stream, async () => {
      // Whoever waited behind a command that found the log away has waited as long as that.
      if (this.#outages > outages) throw new LogUnavailableError('The log went away while the command waited.');
      try {
        return await this.#decideUntilAppended(request);
      } catch (error) {
        if (error instanceof LogUnavailableError) this.#outages += 1;
        throw error;
      }
    });
  }

  /** What a command had done to a stream before, for those that cost much until they come to decide; else nothing. */
  async repeated<S>(
    aggregate: Fold<S>,
    stream: string,
    metadata: EventMetadata,
  ): Promise<Accepted<S> | Refusal | undefined> {
    return this.#earlier(await this.#upToDate(aggregate, stream), stream, metadata);
  }

  /** Whether a command had an effect on a stream before. */
  async knows<S>(aggregate: Fold<S>, stream: string, commandId: string): Promise<boolean> {
    return (await this.#upToDate(aggregate, stream)).commands.get(commandId) !== undefined;
  }

  /** Forgets every cached state, so that personal texts of the erased leave the memory. */
  clear(): void {
    this.#cache.clear();
  }

  async #decideUntilAppended<C, S, F, G extends F = F>(
    request: StreamCommand<C, S, F, G>,
  ): Promise<Accepted<S> | Refusal> {
    const { stream, metadata } = request;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const loaded = await this.#loadedFor(request, attempt);
      const earlier = await this.#earlier(loaded, stream, metadata);
      if (earlier !== undefined) return earlier;
      // While it is decided, another reader may bring this very state up to date: what was decided on is older then.
      const { revision } = loaded;
      const decision = await decide(request, loaded.state);
      if (isRefusal(decision)) return decision;
      if (decision.length === 0) return { state: loaded.state, position: loaded.position, events: [], repeated: false };
      const appended = await this.#append(request, loaded, revision, decision);
      if (appended !== undefined) return appended;
      await this.#pause(attempt);
    }
    return refuse('service/unavailable', undefined, 1);
  }

  async #earlier<S>(
    loaded: Loaded<S>,
    stream: string,
    metadata: EventMetadata,
  ): Promise<Accepted<S> | Refusal | undefined> {
    const known = loaded.commands.get(metadata.commandId);
    if (known === undefined) return undefined;
    // What was erased took the digest along; nothing is told apart by it any more.
    if (known.digest !== undefined && known.digest !== metadata.commandDigest)
      return refuse('request/idempotency-key-reused');
    const all = await this.#events.read(stream);
    const events = all.filter((event) => event.metadata.commandId === metadata.commandId);
    return { state: loaded.state, position: known.position, events, repeated: true };
  }

  async #append<S>(
    { decider, stream, metadata }: Appending<S>,
    loaded: Loaded<S>,
    revision: Revision | 'none',
    decision: readonly DomainEvent[],
  ): Promise<Accepted<S> | undefined> {
    const ids = decision.map((_, index) => this.#uuidFrom(`${metadata.commandId} ${stream} ${index}`));
    const outcome = await this.#events.append(stream, decision, revision, metadata, ids);
    // What had taken effect before is looked at as a repeat: it may have been another request's.
    if (!outcome.ok || outcome.repeated === true) return undefined;
    fold(decider, loaded, outcome.events);
    this.#cache.set(stream, loaded);
    return { state: loaded.state, position: outcome.position, events: outcome.events, repeated: false };
  }

  async #loadedFor<S>({ decider, stream, expectNew }: Expecting<S>, attempt: number): Promise<Loaded<S>> {
    // Somebody else was faster: what they were acknowledged is waited for.
    if (attempt > 0) await this.current();
    return expectNew === true && attempt === 0 ? this.#presumedNew(decider, stream) : this.#upToDate(decider, stream);
  }

  async #presumedNew<S>(aggregate: Fold<S>, stream: string): Promise<Loaded<S>> {
    return (await this.#cached<S>(stream)) ?? begun(aggregate);
  }

  /** Keys are destroyed by any process: what was folded with one that is gone is forgotten, and read again without its texts. */
  async #cached<S>(stream: string): Promise<Loaded<S> | undefined> {
    const cached = this.#cache.get(stream) as Loaded<S> | undefined;
    if (cached === undefined || cached.subjects.size === 0 || (await this.#events.canRead(cached.subjects)))
      return cached;
    if (this.#cache.get(stream) === cached) this.#cache.delete(stream);
    return undefined;
  }

  async #fromBeginning<S>(aggregate: Fold<S>, stream: string): Promise<Loaded<S>> {
    const loaded = begun(aggregate);
    fold(aggregate, loaded, await (this.#events.known(stream, 0) ?? this.#events.read(stream)));
    // Whoever asks for streams that do not exist, as with invented tokens, must not push out those that do.
    if (loaded.revision !== 'none') this.#cache.set(stream, loaded);
    return loaded;
  }

  async #upToDate<S>(aggregate: Fold<S>, stream: string): Promise<Loaded<S>> {
    const cached = await this.#cached<S>(stream);
    if (cached === undefined) return this.#fromBeginning(aggregate, stream);
    const from = cached.revision === 'none' ? 0 : cached.revision + 1;
    const known = this.#events.known(stream, from);
    if (isEmpty(known)) return cached;
    fold(aggregate, cached, await (known ?? this.#events.read(stream, from)));
    // It has grown, and counts anew; setting what is there already would not count it.
    if (this.#cache.delete(stream)) this.#cache.set(stream, cached);
    return cached;
  }
}

const isEmpty = (known: ReturnType<EventStore['known']>): boolean =>
  known !== undefined && 'length' in known && known.length === 0;

const decide = async <C, S, F, G extends F>(request: StreamCommand<C, S, F, G>, state: S): Promise<Decision> => {
  const facts = await request.facts(state);
  if (isRefusal(facts)) return facts;
  return request.permission?.(facts) ?? request.decider.decide(request.command, state, facts);
};

const begun = <S>(aggregate: Fold<S>): Loaded<S> => ({
  state: aggregate.initial,
  revision: 'none',
  position: '',
  commands: new RecentCommands(),
  subjects: new Set(),
  size: BEGUN,
});

/** Events that another reader of the same state has folded already are passed over. */
const fold = <S>(aggregate: Fold<S>, loaded: Loaded<S>, events: readonly StoredEvent[]): void => {
  for (const event of events) {
    if (loaded.revision !== 'none' && event.revision <= loaded.revision) continue;
    loaded.state = aggregate.evolve(loaded.state, event);
    loaded.revision = event.revision;
    loaded.position = event.position;
    loaded.size += EVENT + roughSize(event.data);
    for (const subject of subjectsOf(event)) loaded.subjects.add(subject);
    const { commandId, commandDigest } = event.metadata;
    loaded.commands.note(commandId, commandDigest, event.position);
  }
};
