import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision, Fold } from '@quorum/domain/decider.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { LogUnavailableError, type Position, type Revision } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import { type CommandMetadata, eventMetadata } from './command-metadata.ts';
import { emptyStream, type FoldedStream, foldInto } from './folded-stream.ts';
import { KeyedQueue } from './queues.ts';
import { type CacheLimits, StreamCache } from './stream-cache.ts';

export type Accepted<S> = {
  readonly state: S;
  /** Position of the command's last event, or of the stream if nothing had to change. */
  readonly position: Position;
  /** The events of this command, also for a repeated one. */
  readonly events: readonly StoredEvent[];
  /** The command had already taken effect. */
  readonly repeated: boolean;
};

export type AggregatesOptions = {
  readonly cached?: CacheLimits;
  /** Waits before retrying after a lost race. */
  readonly pause?: (attempt: number) => Promise<void>;
};

/** One command on one stream. `F` are the decider's facts; `G` are those and the permission's. */
export type StreamCommand<C, S, F, G extends F = F> = {
  readonly decider: Decider<C, S, F>;
  readonly stream: string;
  readonly command: C;
  readonly metadata: CommandMetadata;
  /**
   * Loads the facts for the permission and the decider. May read other aggregates. Changes nothing, because it is called again
   * after every lost race.
   */
  readonly facts: (state: S) => G | Refusal | Promise<G | Refusal>;
  /** The route's rule. Absent when a process manager acts. */
  readonly permission?: (facts: G) => Refusal | undefined;
  /**
   * Counters and quotas of the command, in this order. Called once, after the first decision to append something. A refusal ends
   * the command.
   */
  readonly steps?: readonly Step<S>[];
  /**
   * The stream most likely does not exist, so the first try appends without reading. If it does exist, it is loaded and decided
   * on again.
   */
  readonly expectNew?: boolean;
};

export type Step<S> = (state: S) => Refusal | undefined | Promise<Refusal | undefined>;

/** The part of a command needed for loading and appending. */
type Expecting<S> = { readonly decider: Fold<S>; readonly stream: string; readonly expectNew?: boolean };

type Appending<S> = { readonly decider: Fold<S>; readonly stream: string; readonly metadata: CommandMetadata };

/** Consecutive lost races after which a command gives up. With back-off and jitter it takes many writers to get there. */
const MAX_ATTEMPTS = 40;

const pauseWithJitter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100, 2 ** attempt)));

/**
 * Loads aggregates from the event store and decides on them. A cached state is first brought up to date; events are appended at
 * the exact revision they were decided on; after a lost race the command is decided again on the new state. Within a process,
 * commands on the same stream queue up, so that they do not race each other.
 */
export class Aggregates {
  readonly #events: EventStore;
  readonly #pause: (attempt: number) => Promise<void>;
  readonly #cache: StreamCache;
  readonly #queue = new KeyedQueue();
  /**
   * Full reads in flight, shared by all callers. After a start, everybody in a busy group needs its stream, and many long reads at
   * once would make each other time out.
   */
  readonly #loading = new Map<string, Promise<FoldedStream<unknown>>>();
  /** How many commands found the log unavailable. */
  #outages = 0;

  constructor(events: EventStore, options: AggregatesOptions = {}) {
    this.#events = events;
    this.#cache = new StreamCache(options.cached);
    this.#pause = options.pause ?? pauseWithJitter;
  }

  /**
   * Resolves once everything that any process acknowledged before the call has been taken into account. Commands wait for it
   * before they decide. `undefined` if there is nothing to wait for.
   * @throws LogUnavailableError
   */
  current(): Promise<void> | undefined {
    return this.#events.current();
  }

  /** The state as of the last `current`, or newer. Callers must not change it. */
  async load<S>(aggregate: Fold<S>, stream: string): Promise<S> {
    return (await this.#upToDate(aggregate, stream)).state;
  }

  /**
   * Loads the facts, checks the permission, asks the decider, takes the steps, and appends at the exact revision. A lost race
   * starts over with the new state, permission included, but without the steps.
   * @returns a refusal by the permission, the decider or a step, or `request/idempotency-key-reused`.
   * @throws LogUnavailableError
   */
  handle<C, S, F, G extends F = F>(request: StreamCommand<C, S, F, G>): Promise<Accepted<S> | Refusal> {
    const outages = this.#outages;
    return this.#queue.run(request.stream, async () => {
      // A command that queued behind one that found the log unavailable fails at once.
      if (this.#outages > outages) throw new LogUnavailableError('The log went away while the command waited.');
      try {
        return await this.#decideUntilAppended(request);
      } catch (error) {
        if (error instanceof LogUnavailableError) this.#outages += 1;
        throw error;
      }
    });
  }

  /** The earlier effect of a repeated command on a stream, if any. For commands that are expensive to prepare. */
  async repeated<S>(
    aggregate: Fold<S>,
    stream: string,
    metadata: CommandMetadata,
  ): Promise<Accepted<S> | Refusal | undefined> {
    return this.#earlier(await this.#upToDate(aggregate, stream), stream, metadata);
  }

  /** Whether a command has already had an effect on a stream. */
  async knows<S>(aggregate: Fold<S>, stream: string, commandId: string): Promise<boolean> {
    return (await this.#upToDate(aggregate, stream)).commands.get(commandId) !== undefined;
  }

  /** Drops every cached state, so that texts of erased people leave memory. */
  clear(): void {
    this.#cache.clear();
  }

  async #decideUntilAppended<C, S, F, G extends F = F>(
    request: StreamCommand<C, S, F, G>,
  ): Promise<Accepted<S> | Refusal> {
    const { stream, metadata } = request;
    let steps = request.steps ?? [];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const loaded = await this.#loadedFor(request, attempt);
      // Another reader may bring it up to date during the next steps.
      const { revision, state } = loaded;
      const earlier = await this.#earlier(loaded, stream, metadata);
      if (earlier !== undefined) return earlier;
      const decision = await decide(request, state);
      if (isRefusal(decision)) return decision;
      if (decision.length === 0) return { state: loaded.state, position: loaded.position, events: [], repeated: false };
      const stopped = await takeSteps(steps, state);
      if (stopped !== undefined) return stopped;
      steps = [];
      const appended = await this.#append(request, loaded, revision, decision);
      if (appended !== undefined) return appended;
      await this.#pause(attempt);
    }
    return refuse('service/unavailable', undefined, 1);
  }

  async #earlier<S>(
    loaded: FoldedStream<S>,
    stream: string,
    { commandId, commandDigest }: CommandMetadata,
  ): Promise<Accepted<S> | Refusal | undefined> {
    const known = loaded.commands.get(commandId);
    if (known === undefined) return undefined;
    // Erased events have lost their digest, so a reused key can no longer be detected there.
    if (known.digest !== undefined && known.digest !== commandDigest) return refuse('request/idempotency-key-reused');
    const all = await this.#events.read(stream);
    const events = all.filter(({ metadata }) => metadata.commandId === commandId);
    return { state: loaded.state, position: known.position, events, repeated: true };
  }

  async #append<S>(
    { decider, stream, metadata }: Appending<S>,
    loaded: FoldedStream<S>,
    revision: Revision | 'none',
    decision: readonly DomainEvent[],
  ): Promise<Accepted<S> | undefined> {
    const first = revision === 'none' ? 0 : revision + 1;
    // A repeat of this append has the same ids. With the revision in them, no other append can.
    const ids = decision.map((_, index) => deterministicUuid(`${metadata.commandId} ${stream} ${first + index}`));
    const outcome = await this.#events.append(stream, decision, revision, eventMetadata(metadata), ids);
    // Check an earlier effect as a repeat: it may belong to another request.
    if (!outcome.ok || outcome.repeated === true) return undefined;
    foldInto(decider, loaded, outcome.events);
    this.#cache.set(stream, loaded);
    return { state: loaded.state, position: outcome.position, events: outcome.events, repeated: false };
  }

  async #loadedFor<S>({ decider, stream, expectNew }: Expecting<S>, attempt: number): Promise<FoldedStream<S>> {
    // Another writer was faster. Wait until its events are visible here.
    if (attempt > 0) await this.current();
    return expectNew === true && attempt === 0 ? this.#presumedNew(decider, stream) : this.#upToDate(decider, stream);
  }

  async #presumedNew<S>(aggregate: Fold<S>, stream: string): Promise<FoldedStream<S>> {
    return (await this.#cached<S>(stream)) ?? emptyStream(aggregate);
  }

  /** The cached or loading state. It is dropped and read again without its texts if one of its keys was destroyed since. */
  async #cached<S>(stream: string): Promise<FoldedStream<S> | undefined> {
    const found = this.#cache.get(stream) ?? (await this.#loading.get(stream));
    const cached = found as FoldedStream<S> | undefined;
    if (cached === undefined || cached.subjects.size === 0 || (await this.#events.canRead(cached.subjects)))
      return cached;
    if (this.#cache.get(stream) === cached) this.#cache.delete(stream);
    return undefined;
  }

  async #cold<S>(aggregate: Fold<S>, stream: string): Promise<FoldedStream<S>> {
    // It may have started too early to find what this caller must see.
    if (this.#loading.has(stream)) return this.#upToDate(aggregate, stream);
    const loading = this.#read(aggregate, stream);
    this.#loading.set(stream, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(stream);
    }
  }

  async #read<S>(aggregate: Fold<S>, stream: string): Promise<FoldedStream<S>> {
    const loaded = emptyStream(aggregate);
    foldInto(aggregate, loaded, await (this.#events.known(stream, 0) ?? this.#events.read(stream)));
    // Look-ups of streams that do not exist, as with invented tokens, must not evict real ones.
    if (loaded.revision !== 'none') this.#cache.set(stream, loaded);
    return loaded;
  }

  async #upToDate<S>(aggregate: Fold<S>, stream: string): Promise<FoldedStream<S>> {
    const cached = await this.#cached<S>(stream);
    if (cached === undefined) return this.#cold(aggregate, stream);
    const from = cached.revision === 'none' ? 0 : cached.revision + 1;
    const known = this.#events.known(stream, from);
    if (isEmpty(known)) return cached;
    foldInto(aggregate, cached, await (known ?? this.#events.read(stream, from)));
    // If it was dropped during the read, it must stay so.
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

const takeSteps = async <S>(steps: readonly Step<S>[], state: S): Promise<Refusal | undefined> => {
  for (const step of steps) {
    const refusal = await step(state);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};
