import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import { isUnreadable, type StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { ModelGeneration, ParkedEvent, ReadStore, Write } from '@quorum/contracts/ports/read-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Ref } from '../models/model.ts';
import { DocumentsInHand } from './documents-in-hand.ts';
import { Followers, type Following, type LogEvent } from './following.ts';
import type { Build } from './model-build.ts';
import { ParkedStreams, parkedName } from './parked-streams.ts';
import { checkChanges } from './sequences.ts';

const KEPT = 20_000;

export type Folded = {
  readonly park: readonly ParkedEvent[];
  /** Readable events that no model has parked. */
  readonly done: readonly StoredEvent[];
};

/**
 * Folds batches of events into the documents of some generations, in memory, and parks what cannot be folded. Order of use for each
 * batch: `prefetch`, `fold`, `takeOff`, commit, `landed`; the next batch may be folded while the one before is being committed.
 */
export class Folder {
  readonly parked: ParkedStreams;
  /** One and the same array for every commit: an adapter may prepare what it needs for it once. */
  readonly generations: readonly ModelGeneration[];
  readonly #clock: Clock;
  readonly #followers: Followers;
  readonly #documents: DocumentsInHand;
  /** Of the batch that was prefetched last: why an event's documents could not be named, by event and model. */
  readonly #unnamed = new Map<string, string>();

  /** @param kept documents of each collection that are remembered beyond their batch. */
  constructor(
    builds: readonly Build[],
    reads: ReadStore,
    clock: Clock,
    parked: readonly ParkedEvent[] = [],
    kept = KEPT,
  ) {
    this.#clock = clock;
    this.generations = builds.map(({ generation }) => generation);
    const own = new Set(this.generations.map(parkedName));
    this.parked = new ParkedStreams(parked.filter(({ model }) => own.has(model)));
    this.#followers = new Followers(builds);
    this.#documents = new DocumentsInHand(builds, reads.at(this.generations), kept);
  }

  /** Loads what the folds of these events will read. */
  async prefetch(events: readonly LogEvent[]): Promise<void> {
    const refs: Ref[] = [];
    this.#unnamed.clear();
    for (const event of events) {
      if (isUnreadable(event)) continue;
      for (const { parkedAs, steps } of this.#followers.of(event.type)) {
        try {
          for (const step of steps) {
            if (step.step === 'fold') refs.push({ collection: step.collection, id: step.id(event) });
            if (step.step === 'fold' || step.step === 'put')
              for (const ref of step.reads?.(event) ?? []) refs.push(ref);
          }
        } catch (error) {
          this.#unnamed.set(attemptOf(event, parkedAs), describeFailure(error));
        }
      }
    }
    await this.#documents.load(refs);
  }

  /**
   * @param after position of the event before the first one.
   * @param settled resolves when no batch is in flight; asked for only by events that must query the store.
   * @param only the models to fold into, by the name under which their events are parked; for a retry.
   */
  async fold(
    events: readonly LogEvent[],
    after: Position,
    settled: () => Promise<void>,
    only?: string,
  ): Promise<Folded> {
    const park: ParkedEvent[] = [];
    const done: StoredEvent[] = [];
    let previous = after;
    for (const event of events) {
      let parked = false;
      const refusal = isUnreadable(event) ? event.unreadable : changesRefusal(event);
      for (const following of this.#followers.concerned(event, refusal)) {
        const { parkedAs } = following;
        if (only !== undefined && only !== parkedAs) continue;
        const first = only === undefined ? this.parked.head(parkedAs, event.stream) : undefined;
        let reason: string | undefined;
        if (first !== undefined) reason = `waits behind ${first.position}`;
        else if (refusal !== undefined || isUnreadable(event)) reason = refusal;
        else {
          const folded = this.#foldInto(following, event, settled);
          reason = folded instanceof Promise ? await folded : folded;
        }
        if (reason === undefined) continue;
        const entry = this.#parkedEvent(event, parkedAs, previous, reason);
        park.push(entry);
        this.parked.add(entry);
        parked = true;
      }
      if (!parked && !isUnreadable(event)) done.push(event);
      previous = event.position;
    }
    return { park, done };
  }

  /** The writes of what was folded since the last time. */
  takeOff(): readonly Write[] {
    return this.#documents.takeOff();
  }

  landed(): void {
    this.#documents.landed();
  }

  /** Waiting costs a turn, so there is a promise only where there is something to wait for. */
  #foldInto(
    { parkedAs, steps, queries }: Following,
    event: StoredEvent,
    settled: () => Promise<void>,
  ): string | undefined | Promise<string | undefined> {
    const unnamed = this.#unnamed.size === 0 ? undefined : this.#unnamed.get(attemptOf(event, parkedAs));
    if (unnamed !== undefined) return unnamed;
    return queries ? this.#documents.applyToFound(event, steps, settled) : this.#documents.apply(event, steps);
  }

  #parkedEvent(event: LogEvent, model: string, after: Position, reason: string): ParkedEvent {
    const { position, stream, id, type } = event;
    const parkedAt = new Date(this.#clock.now()).toISOString();
    return { model, position, after, stream, eventId: id, type, reason, attempts: 0, parkedAt };
  }
}

const attemptOf = ({ position }: StoredEvent, parkedAs: string): string => `${parkedAs} ${position}`;

/**
 * Why it cannot be worked out what clients would hear of an event: no model then gets it, for documents and changes go together. Also
 * in a build that gives no changes, or its documents would not be those of the running model.
 */
const changesRefusal = (event: StoredEvent): string | undefined => {
  try {
    checkChanges(event);
    return undefined;
  } catch (error) {
    return describeFailure(error);
  }
};
