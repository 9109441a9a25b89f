import { categoryOfType, eventDefinition } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { parkedName } from '@quorum/service-kit/parked-names.ts';
import { isUnreadable, type UnreadableEvent } from '@quorum/service-kit/ports/event-store.ts';
import type { Model, Step } from '../model.ts';
import type { Build } from './builds/model-build.ts';

export type LogEvent = StoredEvent | UnreadableEvent;

export type AnyStep = Step<StoredEvent>;

/** A model that receives an event, and the steps. */
export type RoutedModel = {
  readonly parkedAs: string;
  readonly steps: readonly AnyStep[];
  /** Whether some step folds query results. */
  readonly queries: boolean;
};

const stepsOf = (model: Model, type: string): readonly AnyStep[] | undefined =>
  (model.on as { readonly [type: string]: readonly AnyStep[] | undefined })[type];

/** Whether a model folds events of streams of a category (`group` of `group-{id}`). */
export const follows = ({ on }: Model, category: string): boolean =>
  Object.keys(on).some((type) => categoryOfType(type) === category);

const withoutSteps = ({ generation }: Build): RoutedModel => ({
  parkedAs: parkedName(generation),
  steps: [],
  queries: false,
});

/** Which of some models an event concerns. */
export class EventRouter {
  readonly #builds: readonly Build[];
  readonly #byType = new Map<string, readonly RoutedModel[]>();

  constructor(builds: readonly Build[]) {
    this.#builds = builds;
  }

  of(type: string): readonly RoutedModel[] {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const following = this.#builds.flatMap(({ model, generation }) => {
      const steps = stepsOf(model, type);
      if (steps === undefined) return [];
      const queries = steps.some(({ step }) => step === 'foldWhere');
      return [{ parkedAs: parkedName(generation), steps, queries }];
    });
    this.#byType.set(type, following);
    return following;
  }

  /**
   * Models that receive an event. One of unknown type goes to all that follow its stream, since its meaning is unknown. One
   * whose changes cannot be computed must be parked somewhere, even if no model folds it.
   */
  concerned(event: LogEvent, refusal: string | undefined): readonly RoutedModel[] {
    const followers = this.of(event.type);
    if (isUnreadable(event)) return eventDefinition(event.type) === undefined ? this.#ofStream(event) : followers;
    if (refusal === undefined || followers.length > 0) return followers;
    const ofStream = this.#ofStream(event);
    return ofStream.length > 0 ? ofStream : this.#builds.slice(0, 1).map(withoutSteps);
  }

  #ofStream({ stream }: LogEvent): readonly RoutedModel[] {
    const category = stream.split('-', 1)[0] as string;
    return this.#builds.filter(({ model }) => follows(model, category)).map(withoutSteps);
  }
}
