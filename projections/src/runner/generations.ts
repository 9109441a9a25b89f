import { BEFORE_FIRST, type Position } from '@quorum/contracts/ports/event-log.ts';
import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import type { Model } from '../models/model.ts';
import { type BuildContext, build } from './build.ts';
import { type Build, generationOf } from './folder.ts';

/** A generation is named `{version of the model}-{number}`; the number counts all builds of the model. */
const nextGeneration = (model: Model, active: string | undefined): string =>
  `${model.version}-${Number(active?.split('-')[1] ?? 0) + 1}`;

const isOfVersion = (generation: string, { version }: Model): boolean =>
  generation.split('-', 1)[0] === String(version);

/** An empty generation beside the active one. What an interrupted build of it left behind is dropped. */
export const freshBuild = async (reads: ReadStore, model: Model, suffix = ''): Promise<Build> => {
  const active = await reads.activeGeneration(model.name);
  const generation = generationOf(model, nextGeneration(model, active) + suffix);
  await reads.drop(generation);
  await reads.prepare(generation);
  return { model, generation };
};

type Found = { readonly model: Model; readonly active: string | undefined; readonly checkpoint: Position };

const findActive = (reads: ReadStore, model: Model): Promise<Found> =>
  reads.activeGeneration(model.name).then(async (active) => ({
    model,
    active,
    checkpoint: active === undefined ? BEFORE_FIRST : await reads.checkpoint(generationOf(model, active)),
  }));

/**
 * Active generations of all models at one checkpoint. A model that is new, or whose version is not that of its active generation, is
 * built beside it and switched to; one that was left behind catches up. Gives no changes: those of the way were given before.
 */
export const activeBuilds = async (
  context: BuildContext,
  models: readonly Model[],
): Promise<{ readonly builds: readonly Build[]; readonly at: Position }> => {
  const { reads } = context;
  const found = await Promise.all(models.map((model) => findActive(reads, model)));
  const at =
    found
      .map(({ checkpoint }) => checkpoint)
      .sort()
      .at(-1) ?? BEFORE_FIRST;
  const fresh: Build[] = [];
  const builds: Build[] = [];
  for (const { model, active, checkpoint } of found) {
    if (active === undefined || !isOfVersion(active, model)) {
      const own = await freshBuild(reads, model);
      fresh.push(own);
      builds.push(own);
    } else {
      const own = { model, generation: generationOf(model, active) };
      if (checkpoint < at) await build(context, [own], at);
      builds.push(own);
    }
  }
  if (at !== BEFORE_FIRST) await build(context, fresh, at);
  for (const { generation } of fresh) await reads.activate(generation);
  return { builds, at };
};
