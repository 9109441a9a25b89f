import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { parkedName } from '@quorum/service-kit/parked-names.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { isUnreadable } from '@quorum/service-kit/ports/event-store.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { ReadStore, Write } from '@quorum/service-kit/ports/read-store.ts';
import type { Ref } from '../model.ts';
import type { Build } from './builds/model-build.ts';
import { DocumentCache } from './document-cache.ts';
import { type AnyStep, EventRouter, type LogEvent, type RoutedModel } from './event-routing.ts';
import { ParkedStreams } from './parked-streams.ts';
import { PendingRemovals } from './pending-removals.ts';
import { checkChanges } from './sequences.ts';

/** Documents cached per collection. */
const CACHE_SIZE = 20_000;

export type Folded = {
  readonly park: readonly ParkedEvent[];
  /** Readable events that no model has parked. */
  readonly done: readonly StoredEvent[];
};

type ProjectorParts = {
  readonly reads: ReadStore;
  readonly clock: Clock;
  readonly parked?: readonly ParkedEvent[];
  /** Documents per collection to keep beyond their batch. */
  readonly kept?: number;
  /** Removals of earlier commits; none if every commit is swept before the next. */
  readonly removals?: PendingRemovals;
};

/**
 * Folds batches of events into the documents of some generations, in memory, and parks what cannot be folded. The order for each
 * batch is `prefetch`, `fold`, `drain`, commit, `acknowledge`. The next batch may be folded while the previous one is being
 * committed.
 */
export class Projector {
  readonly parked: ParkedStreams;
  /** The same array for every commit, so that an adapter can cache what it derives from it. */
  readonly generations: readonly ModelGeneration[];
  readonly #clock: Clock;
  readonly #router: EventRouter;
  readonly #documents: DocumentCache;
  /** For the last prefetched batch: why an event's documents could not be determined, by event and model. */
  readonly #unresolvedKeys = new Map<string, string>();

  constructor(
    builds: readonly Build[],
    { reads, clock, parked = [], kept = CACHE_SIZE, removals = new PendingRemovals() }: ProjectorParts,
  ) {
    this.#clock = clock;
    this.generations = builds.map(({ generation }) => generation);
    const own = new Set(this.generations.map(parkedName));
    this.parked = new ParkedStreams(parked.filter(({ model }) => own.has(model)));
    this.#router = new EventRouter(builds);
    this.#documents = new DocumentCache(builds, reads.at(this.generations), { kept, removals });
  }

  /** Loads what the folds of these events will read. */
  async prefetch(events: readonly LogEvent[]): Promise<void> {
    const refs: Ref[] = [];
    this.#unresolvedKeys.clear();
    for (const event of events) {
      if (isUnreadable(event)) continue;
      for (const { parkedAs, steps } of this.#router.of(event.type)) {
        try {
          for (const step of steps) addRefs(refs, step, event);
        } catch (error) {
          this.#unresolvedKeys.set(attemptOf(event, parkedAs), describeFailure(error));
        }
      }
    }
    await this.#documents.load(refs);
  }

  /**
   * @param after position of the event before the first one.
   * @param only the models to fold into, by the name they park events under; for a retry.
   */
  async fold(events: readonly LogEvent[], after: Position, only?: string): Promise<Folded> {
    const park: ParkedEvent[] = [];
    const done: StoredEvent[] = [];
    let previous = after;
    for (const event of events) {
      const parkedBefore = park.length;
      const refusal = refusalOf(event);
      for (const routed of this.#routedTo(event, refusal, only)) {
        const folded = this.#waitsBehind(routed, event, only) ?? this.#foldInto(routed, event, refusal);
        const reason = folded instanceof Promise ? await folded : folded;
        if (reason !== undefined) park.push(this.#park(event, routed.parkedAs, previous, reason));
      }
      if (park.length === parkedBefore && !isUnreadable(event)) done.push(event);
      previous = event.position;
    }
    return { park, done };
  }

  #routedTo(event: LogEvent, refusal: string | undefined, only: string | undefined): readonly RoutedModel[] {
    const routed = this.#router.concerned(event, refusal);
    return only === undefined ? routed : routed.filter(({ parkedAs }) => parkedAs === only);
  }

  /** An event waits behind a parked one of its stream, unless it is the one being retried. */
  #waitsBehind({ parkedAs }: RoutedModel, { stream }: LogEvent, only: string | undefined): string | undefined {
    const first = only === undefined ? this.parked.head(parkedAs, stream) : undefined;
    return first && `waits behind ${first.position}`;
  }

  /** The writes since the last call. */
  drain(): readonly Write[] {
    return this.#documents.drain();
  }

  acknowledge(): void {
    this.#documents.acknowledge();
  }

  /** Creating a promise costs a turn of the event loop, so only do it if there is something to wait for. */
  #foldInto(
    { parkedAs, steps, queries }: RoutedModel,
    event: LogEvent,
    refusal: string | undefined,
  ): string | undefined | Promise<string | undefined> {
    if (refusal !== undefined || isUnreadable(event)) return refusal;
    const unresolved =
      this.#unresolvedKeys.size === 0 ? undefined : this.#unresolvedKeys.get(attemptOf(event, parkedAs));
    if (unresolved !== undefined) return unresolved;
    return queries ? this.#documents.applyToFound(event, steps) : this.#documents.apply(event, steps);
  }

  #park({ position, stream, id, type }: LogEvent, model: string, after: Position, reason: string): ParkedEvent {
    const parkedAt = new Date(this.#clock.now()).toISOString();
    const parked = { model, position, after, stream, eventId: id, type, reason, attempts: 0, parkedAt };
    this.parked.add(parked);
    return parked;
  }
}

const addRefs = (refs: Ref[], step: AnyStep, event: StoredEvent): void => {
  if (step.step === 'fold') refs.push({ collection: step.collection, id: step.id(event) });
  if (step.step === 'fold' || step.step === 'put') for (const ref of step.reads?.(event) ?? []) refs.push(ref);
};

const attemptOf = ({ position }: StoredEvent, parkedAs: string): string => `${parkedAs} ${position}`;

/**
 * Why no model gets an event: it cannot be read, or its changes cannot be computed. Documents and changes go together, even in a
 * build that publishes no changes; otherwise its documents would differ from the running model's.
 */
export const refusalOf = (event: LogEvent): string | undefined => {
  if (isUnreadable(event)) return event.unreadable;
  try {
    checkChanges(event);
    return undefined;
  } catch (error) {
    return describeFailure(error);
  }
};
