import { collections } from '@quorum/contracts/documents/collections.ts';
import { eventDefinition } from '@quorum/contracts/events/catalogue.ts';
import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import { isUnreadable, type StoredEvent, type UnreadableEvent } from '@quorum/contracts/ports/event-store.ts';
import type {
  Document,
  ModelGeneration,
  ParkedEvent,
  Query,
  ReadModels,
  ReadStore,
  Write,
} from '@quorum/contracts/ports/read-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Model, Reader, Ref, Step, Where } from '../models/model.ts';
import { ParkedStreams, parkedName } from './parked-streams.ts';
import { Shelf } from './shelf.ts';

export type LogEvent = StoredEvent | UnreadableEvent;

/** A model and the generation of it that is being written. */
export type Build = { readonly model: Model; readonly generation: ModelGeneration };

export const generationOf = (model: Model, generation: string): ModelGeneration => ({
  model: model.name,
  generation,
  collections: model.collections.map((name) => collections[name]),
});

type AnyStep = Step<StoredEvent>;
type Following = {
  readonly build: Build;
  readonly parkedAs: string;
  readonly steps: readonly AnyStep[];
  /** Whether some step folds what a query finds. */
  readonly queries: boolean;
};
type Found = ReadonlyMap<AnyStep, readonly Document[]>;

const NOTHING_FOUND: Found = new Map();

const KEPT = 20_000;
const PAGE = 1_000;

const stepsOf = (model: Model, type: string): readonly AnyStep[] | undefined =>
  (model.on as { readonly [type: string]: readonly AnyStep[] | undefined })[type];

const withoutSteps = (build: Build): Following => ({
  build,
  parkedAs: parkedName(build.generation),
  steps: [],
  queries: false,
});

const attemptOf = ({ position }: StoredEvent, parkedAs: string): string => `${parkedAs} ${position}`;

/** Collections that some fold of the model reads by id. */
const readByFolds = (model: Model): ReadonlySet<string> => {
  const read = new Set<string>();
  for (const step of Object.values(model.on).flat() as readonly AnyStep[]) {
    if (step.step === 'fold') read.add(step.collection);
    // What a step reads is known only with an event at hand; a model's reads go to collections that it also folds.
  }
  return read;
};

export type Folded = {
  readonly writes: readonly Write[];
  readonly park: readonly ParkedEvent[];
  /** Readable events that no model has parked. */
  readonly done: readonly StoredEvent[];
};

/**
 * Folds batches of events into the documents of some generations, in memory. Order of use for each batch: `prefetch`, `fold`,
 * `takeOff`, commit, `landed`; the next batch may be folded while the one before is being committed.
 */
export class Folder {
  readonly parked: ParkedStreams;
  /** One and the same array for every commit: an adapter may prepare what it needs for it once. */
  readonly generations: readonly ModelGeneration[];
  readonly #builds: readonly Build[];
  readonly #clock: Clock;
  readonly #stored: ReadModels;
  readonly #shelves: ReadonlyMap<string, Shelf>;
  readonly #following = new Map<string, readonly Following[]>();
  readonly #read: Reader;
  readonly #checkChanges: (event: StoredEvent) => void;
  /** Of the batch that was prefetched last: why an event's documents could not be named, by event and model. */
  readonly #unnamed = new Map<string, string>();

  /**
   * @param kept documents of each collection that are remembered beyond their batch.
   * @param checkChanges throws when what clients would hear of an event cannot be worked out: no model then gets it, for documents
   *   and changes go together. Not where no changes are given.
   */
  constructor(
    builds: readonly Build[],
    reads: ReadStore,
    clock: Clock,
    parked: readonly ParkedEvent[] = [],
    kept = KEPT,
    checkChanges: (event: StoredEvent) => void = () => {},
  ) {
    this.#builds = builds;
    this.#clock = clock;
    this.#checkChanges = checkChanges;
    this.generations = builds.map(({ generation }) => generation);
    const own = new Set(this.generations.map(parkedName));
    this.parked = new ParkedStreams(parked.filter(({ model }) => own.has(model)));
    this.#stored = reads.at(this.generations);
    this.#shelves = new Map(
      builds.flatMap(({ model }) => {
        const read = readByFolds(model);
        return model.collections.map((name) => [name, new Shelf(name, read.has(name) ? kept : 0)] as const);
      }),
    );
    this.#read = ((collection: string, id: string) => this.#shelf(collection).get(id)) as Reader;
  }

  /** Loads what the folds of these events will read. */
  async prefetch(events: readonly LogEvent[]): Promise<void> {
    const wanted = new Map<Shelf, Set<string>>();
    const want = ({ collection, id }: Ref): void => {
      const shelf = this.#shelf(collection);
      if (shelf.has(id)) return;
      const ids = wanted.get(shelf);
      if (ids === undefined) wanted.set(shelf, new Set([id]));
      else ids.add(id);
    };
    for (const shelf of this.#shelves.values()) shelf.trim();
    this.#unnamed.clear();
    for (const event of events) {
      if (isUnreadable(event)) continue;
      for (const { parkedAs, steps } of this.#followers(event.type)) {
        try {
          for (const step of steps) {
            if (step.step === 'fold') want({ collection: step.collection, id: step.id(event) });
            if (step.step === 'fold' || step.step === 'put') step.reads?.(event).forEach(want);
          }
        } catch (error) {
          this.#unnamed.set(attemptOf(event, parkedAs), describeFailure(error));
        }
      }
    }
    const loads = [...wanted].map(([shelf, ids]) =>
      shelf.load([...ids], (missing) => this.#stored.getMany<Document>(shelf.collection, missing)),
    );
    await Promise.all(loads);
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
  ): Promise<Omit<Folded, 'writes'>> {
    const park: ParkedEvent[] = [];
    const done: StoredEvent[] = [];
    let previous = after;
    for (const event of events) {
      let parked = false;
      const refusal = isUnreadable(event) ? event.unreadable : this.#changesRefusal(event);
      for (const following of this.#concerned(event, refusal)) {
        const { parkedAs } = following;
        if (only !== undefined && only !== parkedAs) continue;
        const first = only === undefined ? this.parked.head(parkedAs, event.stream) : undefined;
        let reason: string | undefined;
        if (first !== undefined) reason = `waits behind ${first.position}`;
        else if (refusal !== undefined || isUnreadable(event)) reason = refusal;
        // Waiting costs a turn, so it is only done where there is something to wait for.
        else if (following.queries) reason = await this.#applyToFound(event, following, settled);
        else reason = this.#apply(event, following, NOTHING_FOUND);
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
    const writes: Write[] = [];
    for (const shelf of this.#shelves.values()) shelf.takeOff(writes);
    return writes;
  }

  landed(): void {
    for (const shelf of this.#shelves.values()) shelf.landed();
  }

  #changesRefusal(event: StoredEvent): string | undefined {
    try {
      this.#checkChanges(event);
      return undefined;
    } catch (error) {
      return describeFailure(error);
    }
  }

  /** @returns why the event cannot be folded into the model; its documents are then as before. */
  #apply(event: StoredEvent, { parkedAs, steps }: Following, found: Found): string | undefined {
    const unnamed = this.#unnamed.size === 0 ? undefined : this.#unnamed.get(attemptOf(event, parkedAs));
    if (unnamed !== undefined) return unnamed;
    const effects: (() => void)[] = [];
    try {
      for (const step of steps) this.#prepare(step, event, found.get(step) ?? [], effects);
    } catch (error) {
      return describeFailure(error);
    }
    for (const effect of effects) effect();
    return undefined;
  }

  /** Works out what a step does, without doing it. */
  #prepare(step: AnyStep, event: StoredEvent, stored: readonly Document[], effects: (() => void)[]): void {
    const shelf = this.#shelf(step.collection);
    switch (step.step) {
      case 'put': {
        const documents = step.documents(event, this.#read) as readonly Document[];
        if (documents.length > 0)
          effects.push(() => {
            for (const document of documents) shelf.put(document);
          });
        return;
      }
      case 'fold': {
        const id = step.id(event);
        const before = shelf.get(id);
        const after = step.fold(before as Parameters<typeof step.fold>[0], event, this.#read) as Document | null;
        this.#replace(shelf, id, before, after, effects);
        return;
      }
      case 'remove': {
        const id = step.id(event);
        effects.push(() => shelf.remove(id));
        return;
      }
      case 'removeWhere': {
        const where = step.where(event);
        effects.push(() => shelf.removeWhere(where));
        return;
      }
      case 'foldWhere': {
        for (const before of shelf.matching(step.where(event), stored)) {
          const after = step.fold(before as Parameters<typeof step.fold>[0], event) as Document | null;
          this.#replace(shelf, before.id, before, after, effects);
        }
      }
    }
  }

  #replace(
    shelf: Shelf,
    id: string,
    before: Document | undefined,
    after: Document | null,
    effects: (() => void)[],
  ): void {
    if (after === null) {
      if (before !== undefined) effects.push(() => shelf.remove(id));
    } else if (after !== before) effects.push(() => shelf.put(after));
  }

  /** As `#apply`, for steps that fold what a query finds. @throws what the store fails with: that is not the event's fault. */
  async #applyToFound(
    event: StoredEvent,
    following: Following,
    settled: () => Promise<void>,
  ): Promise<string | undefined> {
    const queries: { readonly step: AnyStep; readonly where: Where }[] = [];
    try {
      for (const step of following.steps)
        if (step.step === 'foldWhere') queries.push({ step, where: step.where(event) });
    } catch (error) {
      return describeFailure(error);
    }
    await settled();
    const found = new Map<AnyStep, readonly Document[]>();
    for (const { step, where } of queries) found.set(step, await this.#matching(step.collection, where));
    return this.#apply(event, following, found);
  }

  async #matching(collection: string, where: Where): Promise<readonly Document[]> {
    const found: Document[] = [];
    for (;;) {
      const last = found.at(-1);
      const query: Query = { where, limit: PAGE, ...(last === undefined ? {} : { after: { id: last.id } }) };
      const page = await this.#stored.query<Document>(collection, query);
      found.push(...page);
      if (page.length < PAGE) return found;
    }
  }

  /**
   * Models that an event goes to. One of unknown type goes to all that follow its stream: nobody knows what it means. One whose
   * changes cannot be worked out waits somewhere even if no model folds it.
   */
  #concerned(event: LogEvent, refusal: string | undefined): readonly Following[] {
    const followers = this.#followers(event.type);
    if (isUnreadable(event)) return eventDefinition(event.type) === undefined ? this.#ofStream(event) : followers;
    if (refusal === undefined || followers.length > 0) return followers;
    const ofStream = this.#ofStream(event);
    return ofStream.length > 0 ? ofStream : this.#builds.slice(0, 1).map(withoutSteps);
  }

  #ofStream({ stream }: LogEvent): readonly Following[] {
    const category = stream.split('-', 1)[0] as string;
    return this.#builds.filter(({ model }) => model.streams.includes(category)).map(withoutSteps);
  }

  #followers(type: string): readonly Following[] {
    const known = this.#following.get(type);
    if (known !== undefined) return known;
    const following = this.#builds.flatMap((build) => {
      const steps = stepsOf(build.model, type);
      if (steps === undefined) return [];
      const queries = steps.some(({ step }) => step === 'foldWhere');
      return [{ build, parkedAs: parkedName(build.generation), steps, queries }];
    });
    this.#following.set(type, following);
    return following;
  }

  #parkedEvent(event: LogEvent, model: string, after: Position, reason: string): ParkedEvent {
    const { position, stream, id, type } = event;
    const parkedAt = new Date(this.#clock.now()).toISOString();
    return { model, position, after, stream, eventId: id, type, reason, attempts: 0, parkedAt };
  }

  #shelf(collection: string): Shelf {
    const shelf = this.#shelves.get(collection);
    if (shelf === undefined) throw new Error(`${collection} belongs to no model that is being written`);
    return shelf;
  }
}
