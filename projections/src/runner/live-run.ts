import { describeFailure } from '@quorum/service-kit/failure.ts';
import { modelOfParked, parkedName } from '@quorum/service-kit/parked-names.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position, Subscription } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Commit, ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { sweepDocuments } from '@quorum/service-kit/sweep-documents.ts';
import type { Logger } from 'pino';
import type { Build } from './builds/model-build.ts';
import { ChangePublisher } from './change-publisher.ts';
import type { LogEvent } from './event-routing.ts';
import { ParkedRetries } from './parked-retries.ts';
import { PendingRemovals, Sweeper } from './pending-removals.ts';
import { Pipeline } from './pipeline.ts';
import { Projector } from './projector.ts';
import { Sequences } from './sequences.ts';

export type LiveContext = {
  readonly events: EventStore;
  readonly reads: ReadEngine;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
};

/** Events folded without yielding to other work. */
const LIVE_BATCH = 1_000;
/**
 * A commit costs about the same for one event as for a hundred. While catching up, each commit has at least this many. At the end
 * of a busy log, events gather for a few milliseconds. A single event never waits.
 */
const MIN_CATCH_UP_COMMIT = 1_000;
const BUSY_BATCH = 16;
const GATHER_MS = 20;

/** After the first catch-up it makes missing indexes, for which queries would wait. */
type Phase = 'catching-up' | 'indexing' | 'live' | 'ended';

/**
 * One continuous run over the live log, from taking over the active generations until it is stopped or something fails. Any
 * failure ends it, and the next run starts from what is stored.
 */
export class LiveRun {
  /** Resolves with the failure that ended the run, or with nothing if it was stopped. */
  readonly ended: Promise<unknown>;
  readonly #context: LiveContext;
  readonly #sequences: Sequences;
  readonly #retries: ParkedRetries;
  readonly #publisher: ChangePublisher;
  readonly #removals = new PendingRemovals();
  readonly #sweeper: Sweeper;
  #builds: readonly Build[];
  #projector: Projector;
  #pipeline: Pipeline;
  #subscription: Subscription | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #phase: Phase = 'catching-up';
  #isAtEnd = false;
  #end: (failure: unknown) => void = () => {};

  private constructor(context: LiveContext, builds: readonly Build[], at: Position, parked: readonly ParkedEvent[]) {
    this.#context = context;
    this.#sequences = new Sequences(context.reads);
    this.#publisher = new ChangePublisher(context);
    this.#sweeper = new Sweeper(context, this.#removals);
    this.#builds = builds;
    this.#projector = this.#projectorOf(builds, parked);
    this.#pipeline = this.#pipelineFrom(at);
    this.#retries = new ParkedRetries(context, {
      projector: () => this.#projector,
      pipeline: () => this.#pipeline,
      number: (events) => this.#sequences.number(events),
      exclusively: (work) => this.exclusively(work),
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /**
   * @param builds active generations, all at the checkpoint `at`.
   * @param replaced park names of generations that were just replaced.
   */
  static async start(
    context: LiveContext,
    builds: readonly Build[],
    at: Position,
    replaced: ReadonlySet<string> = new Set(),
  ): Promise<LiveRun> {
    // Documents that an earlier run left to be removed must not be folded, and this run does not know them.
    await sweepDocuments(context.reads);
    const run = new LiveRun(context, builds, at, await context.reads.parked());
    await run.#unparkStale(replaced);
    run.#subscription = context.events.follow(at, (events) => run.#handle(events), {
      batchSize: LIVE_BATCH,
      onCaughtUp: (isAtEnd) => {
        run.#isAtEnd = isAtEnd;
        run.#pipeline.commitIfDue();
        if (isAtEnd && run.#phase === 'catching-up') run.#makeIndexes();
      },
      onError: (error) => {
        context.log.warn(
          { failure: describeFailure(error) },
          'the event log does not answer; following resumes automatically',
        );
        // Commits what has gathered, because the next event may take long.
        run.exclusively(async () => {}).catch(() => {});
      },
    });
    run.#retries.plan();
    run.sweep();
    return run;
  }

  get builds(): readonly Build[] {
    return this.#builds;
  }

  get position(): Position {
    return this.#pipeline.position;
  }

  get committed(): Position {
    return this.#pipeline.committed;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Whether everything in the log is in the read models. */
  get isUpToDate(): boolean {
    return this.#phase === 'live' && this.#isAtEnd && this.#pipeline.committed === this.#pipeline.position;
  }

  get retries(): ParkedRetries {
    return this.#retries;
  }

  /**
   * Runs while no batch is folded or committed; live batches wait. A failure ends the run, because the state in memory is then
   * unreliable.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#phase === 'ended') throw new Error('this run over the log has ended');
      await this.#pipeline.settle();
      return work();
    });
  }

  /** Continues with other generations, which must be at the run's position. Only inside `exclusively`. */
  async switchTo(builds: readonly Build[]): Promise<void> {
    const { reads } = this.#context;
    const at = this.position;
    await Promise.all(builds.map(({ generation }) => reads.activate(generation)));
    const replaced = this.#builds.filter((old) => builds.some(({ model }) => model === old.model));
    this.#builds = this.#builds.map((old) => builds.find(({ model }) => model === old.model) ?? old);
    this.#projector = this.#projectorOf(this.#builds, await reads.parked());
    this.#pipeline = this.#pipelineFrom(at);
    await this.#unparkStale(new Set(replaced.map(({ generation }) => parkedName(generation))));
    this.#retries.plan();
  }

  /** Removes in the background what commits and dropped generations left in the store. */
  sweep(): void {
    this.#sweeper.start();
  }

  /** Ends the run. The current batch is committed and its changes are given to the bus. */
  async stop(): Promise<void> {
    await this.#close(undefined);
    await this.#pipeline.settle().catch(() => {});
    await this.#publisher.settle();
    await this.#sweeper.stop();
  }

  async #close(failure: unknown): Promise<void> {
    this.#phase = 'ended';
    this.#retries.stop();
    this.#end(failure);
    await this.#subscription?.stop();
    await this.#turn;
  }

  /**
   * Kept during the first catch-up, indexes would cost a third of its time. Every run makes what is missing, because an earlier one
   * may have ended before it could.
   */
  #makeIndexes(): void {
    const { reads } = this.#context;
    this.#phase = 'indexing';
    const made = this.exclusively(() => Promise.all(this.#builds.map(({ generation }) => reads.prepare(generation))));
    const goLive = (): void => {
      if (this.#phase === 'indexing') this.#phase = 'live';
    };
    // A failure has ended the run, which reports it.
    made.then(goLive, () => {});
  }

  async #handle(events: readonly LogEvent[]): Promise<void> {
    void this.#inTurn(async () => {
      if (this.#phase !== 'ended') await this.#pipeline.take(events);
    });
    await this.#turn;
    const { parked } = this.#projector;
    if (parked.size > 0) this.#retries.plan();
    if (this.#isAtEnd && events.length >= BUSY_BATCH && events.length < LIVE_BATCH && this.#phase !== 'ended')
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  }

  /** One after another. A failure ends the run. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch((error: unknown) => this.#fail(error));
    return mine;
  }

  #fail(error: unknown): void {
    if (this.#phase !== 'ended') void this.#close(error);
  }

  #projectorOf(builds: readonly Build[], parked: readonly ParkedEvent[]): Projector {
    const { reads, clock } = this.#context;
    return new Projector(builds, { reads, clock, parked, removals: this.#removals });
  }

  #pipelineFrom(at: Position): Pipeline {
    return new Pipeline({
      projector: this.#projector,
      reads: this.#context.reads,
      from: at,
      gather: () => (this.#isAtEnd ? 1 : MIN_CATCH_UP_COMMIT),
      changesOf: (events) => this.#sequences.number(events),
      onPendingRemovals: ({ writes }) => {
        this.#removals.add(writes);
        this.sweep();
      },
      onCommitted: (commit) => this.#publishCommitted(commit),
      onFailed: (error) => this.#fail(error),
    });
  }

  #publishCommitted(commit: Commit): void {
    this.#sequences.stored(commit.changes);
    for (const { model, stream, position, type, reason } of commit.park ?? [])
      this.#context.log.error({ model, stream, position, type, reason }, 'an event is parked');
    this.#publisher.publish(commit);
  }

  /**
   * Drops parked events of generations that no longer exist, which would otherwise be counted forever.
   * @param replaced park names of the generations that these builds replace. Events that were parked there and are no longer parked
   * were folded by a build, so their held-back changes are published.
   */
  async #unparkStale(replaced: ReadonlySet<string>): Promise<void> {
    const own = new Set(this.#builds.map(({ generation }) => parkedName(generation)));
    const models = new Set(this.#builds.map(({ model }) => model.name));
    const { reads } = this.#context;
    const others = (await reads.parked()).filter(({ model }) => !own.has(model));
    const built = new Set<string>();
    for (const model of new Set(others.map(modelOfParked)))
      for (const generation of await reads.generations(model)) built.add(parkedName({ model, generation }));
    const stale = others.filter((event) => !built.has(event.model) && models.has(modelOfParked(event)));
    if (stale.length === 0) return;
    const { parked } = this.#projector;
    const mended = stale.filter(({ model, position }) => replaced.has(model) && !parked.hasPosition(position));
    await this.#pipeline.commitInPlace({ unpark: stale, changes: await this.#retries.heldBack(mended) });
  }
}
