import { allModels } from '@quorum/projections/features.ts';
import { generationOf } from '@quorum/projections/runner/builds/model-build.ts';
import type { Projections } from '@quorum/projections/start-projections.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Engines } from '../engines/open-engines.ts';

/** The parts that commands work with, in the running product or on the engines of a stopped one. */
export type SupportContext = {
  readonly engines: Engines;
  readonly clock: Clock;
  /** Follows the log from the first call on, if nothing does so yet. */
  readonly models: () => Projections;
  /** The product's log file, if it has one. */
  readonly logFile: string | undefined;
};

/** A model and the generation that queries read; `undefined` if none was built. */
export type ActiveModel = { readonly name: string; readonly generation: ModelGeneration | undefined };

export const activeModels = ({ engines: { reads } }: SupportContext): Promise<readonly ActiveModel[]> =>
  Promise.all(
    allModels.map(async (model) => {
      const active = await reads.activeGeneration(model.name);
      return { name: model.name, generation: active === undefined ? undefined : generationOf(model, active) };
    }),
  );
