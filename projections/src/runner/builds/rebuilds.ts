import { describeFailure } from '@quorum/service-kit/failure.ts';
import { parkedName } from '@quorum/service-kit/parked-names.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { sweepDocuments } from '@quorum/service-kit/sweep-documents.ts';
import type { Model } from '../../model.ts';
import type { LiveContext, LiveRun } from '../live-run.ts';
import { type BuildProgress, build } from './build.ts';
import { compareBuilds, type Difference } from './compare-builds.ts';
import { makeEmpty, nextBuild } from './generations.ts';
import type { Build } from './model-build.ts';

type OnProgress = ((progress: BuildProgress) => void) | undefined;

type Beside = {
  readonly run: LiveRun;
  readonly names: readonly string[];
  readonly suffix?: string;
  readonly onProgress: OnProgress;
};

export type VerifyOptions = {
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Called once per model with the number of documents compared. */
  readonly onCompared?: (model: string, documents: number) => void;
};

/** Differences reported per model. */
const MAX_DIFFERENCES = 100;

/** Builds beside the active generations, which keep running. Whatever is not active afterwards is dropped in any case. */
export class Rebuilds {
  readonly #context: LiveContext & { readonly models: readonly Model[] };
  readonly #signal: AbortSignal;
  readonly #building = new Set<string>();

  /** @param signal stops a build between two batches. */
  constructor(context: LiveContext & { readonly models: readonly Model[] }, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /** Generations being built now, by park name. */
  get building(): ReadonlySet<string> {
    return this.#building;
  }

  /** Rebuilds models and switches to them at exactly the run's position. */
  rebuild(run: LiveRun, names: readonly string[], onProgress: OnProgress): Promise<void> {
    return this.#beside({ run, names, onProgress }, async (builds) => {
      await run.exclusively(async () => {
        await this.#build(builds, run.position);
        await run.switchTo(builds);
      });
      this.#context.log.info({ models: names }, 'models were rebuilt and switched over');
    });
  }

  /** Rebuilds models and compares them with the run's, which waits during the comparison. @returns the first differences of each model */
  verify(
    run: LiveRun,
    names: readonly string[],
    { onProgress, onCompared }: VerifyOptions,
  ): Promise<readonly Difference[]> {
    return this.#beside({ run, names, suffix: '-verify', onProgress }, (builds) =>
      run.exclusively(async () => {
        await this.#build(builds, run.position);
        await sweepDocuments(this.#context.reads, this.#signal);
        const found: Difference[] = [];
        for (const rebuilt of builds) {
          const active = run.builds.find(({ model }) => model === rebuilt.model) as Build;
          let ofModel = 0;
          let documents = 0;
          const count = () => {
            documents += 1;
          };
          for await (const difference of compareBuilds(this.#context.reads, active, rebuilt, count)) {
            found.push(difference);
            ofModel += 1;
            if (ofModel >= MAX_DIFFERENCES) break;
          }
          onCompared?.(rebuilt.model.name, documents);
        }
        return found;
      }),
    );
  }

  async #beside<T>(
    { run, names, suffix = '', onProgress }: Beside,
    work: (builds: readonly Build[]) => Promise<T>,
  ): Promise<T> {
    const models = names.map((name) => {
      const model = this.#context.models.find((each) => each.name === name);
      if (model === undefined) throw new Error(`There is no model ${name}.`);
      return model;
    });
    const builds: Build[] = [];
    try {
      for (const model of models) {
        const next = await nextBuild(this.#context.reads, model, suffix);
        builds.push(next);
        this.#building.add(parkedName(next.generation));
        await makeEmpty(this.#context.reads, next);
      }
      // Not past the run: its next commit needs all models at its own position. A second pass keeps the rest short.
      await this.#build(builds, run.position, onProgress);
      await this.#build(builds, run.position);
      return await work(builds);
    } finally {
      for (const { generation } of builds) this.#building.delete(parkedName(generation));
      await this.#discard(builds);
      run.sweep();
    }
  }

  async #build(builds: readonly Build[], until: Position, onProgress?: OnProgress): Promise<void> {
    const { events, reads, clock } = this.#context;
    const progress = onProgress === undefined ? {} : { onProgress };
    await build({ events, reads, clock, signal: this.#signal, ...progress }, builds, until);
  }

  /** Never throws. The next leader drops generations that cannot be dropped now. */
  async #discard(builds: readonly Build[]): Promise<void> {
    const { reads, log } = this.#context;
    for (const { model, generation } of builds) {
      try {
        if ((await reads.activeGeneration(model.name)) !== generation.generation) await reads.drop(generation);
      } catch (error) {
        log.warn(
          { failure: describeFailure(error), model: model.name },
          'a generation that is not needed could not be dropped yet',
        );
      }
    }
  }
}
