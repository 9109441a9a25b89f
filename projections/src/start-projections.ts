import { allModels } from './features.ts';
import { Runner, type RunnerContext } from './runner/runner.ts';

export type Projections = Runner;

/** Only tests change the models. */
type Options = Omit<RunnerContext, 'models'> & Partial<Pick<RunnerContext, 'models'>>;

export const startProjections = (options: Options): Projections => new Runner({ models: allModels, ...options });
