import { BEFORE_FIRST, type Position } from '@quorum/service-kit/ports/event-log.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { Model } from '../models/model.ts';
import { type BuildContext, build } from './build.ts';
import { type Build, generationOf } from './model-build.ts';
import { parkedName } from './parked-streams.ts';

/** A generation is named `{version of the model}-{number}`; the number counts all builds of the model. */
const nextGeneration = (model: Model, active: string | undefined): string =>
  `${model.version}-${Number(active?.split('-')[1] ?? 0) + 1}`;

const isOfVersion = (generation: string, { version }: Model): boolean =>
  generation.split('-', 1)[0] === String(version);

/** Names the generation beside the active one, without making it. */
export const nextBuild = async (reads: ReadStore, model: Model, suffix = ''): Promise<Build> => {
  const active = await reads.activeGeneration(model.name);
  return { model, generation: generationOf(model, nextGeneration(model, active) + suffix) };
};

/** Makes a generation that is empty, whatever an earlier build of that name left behind: documents, or events that it had parked. */
export const makeEmpty = async (reads: ReadStore, { generation }: Build): Promise<void> => {
  await reads.drop(generation);
  await reads.prepare(generation);
  const unpark = await reads.parked(parkedName(generation));
  if (unpark.length === 0) return;
  await reads.commit({ models: [generation], from: BEFORE_FIRST, to: BEFORE_FIRST, writes: [], changes: [], unpark });
};

/** An empty generation beside the active one. */
export const freshBuild = async (reads: ReadStore, model: Model): Promise<Build> => {
  const fresh = await nextBuild(reads, model);
  await makeEmpty(reads, fresh);
  return fresh;
};

/**
 * Drops what builds that were broken off left behind: nobody folds into it any more, so whoever deletes their account would stay in it.
 * @param underWay generations, by the name under which they park, that this process is building
 */
const dropLeftOvers = async (reads: ReadStore, { model, active }: Found, underWay: ReadonlySet<string>) => {
  for (const name of await reads.generations(model.name)) {
    const generation = generationOf(model, name);
    if (name !== active && !underWay.has(parkedName(generation))) await reads.drop(generation);
  }
};

type Found = { readonly model: Model; readonly active: string | undefined; readonly checkpoint: Position };

const findActive = (reads: ReadStore, model: Model): Promise<Found> =>
  reads.activeGeneration(model.name).then(async (active) => ({
    model,
    active,
    checkpoint: active === undefined ? BEFORE_FIRST : await reads.checkpoint(generationOf(model, active)),
  }));

export type ActiveBuilds = {
  readonly builds: readonly Build[];
  readonly at: Position;
  /** Names under which generations parked that were switched away from just now. */
  readonly left: ReadonlySet<string>;
};

const newest = (checkpoints: readonly Position[]): Position => [...checkpoints].sort().at(-1) ?? BEFORE_FIRST;

/** The active generation of a model, where it is of the model's version. */
const currentBuild = ({ model, active }: Found): Build | undefined =>
  active !== undefined && isOfVersion(active, model) ? { model, generation: generationOf(model, active) } : undefined;

/** The name under which a generation parked that a newer version follows upon. */
const outdatedName = ({ model, active }: Found): readonly string[] =>
  active === undefined || isOfVersion(active, model) ? [] : [parkedName(generationOf(model, active))];

/**
 * Active generations of all models at one checkpoint. A model that is new, or whose version is not that of its active generation, is
 * built beside it and switched to; one that was left behind catches up. Gives no changes: those of the way were given before.
 * Only for who has the lead: generations that are neither active nor under way here are dropped.
 */
export const activeBuilds = async (
  context: BuildContext,
  models: readonly Model[],
  underWay: ReadonlySet<string>,
): Promise<ActiveBuilds> => {
  const { reads } = context;
  const found = await Promise.all(models.map((model) => findActive(reads, model)));
  for (const each of found) await dropLeftOvers(reads, each, underWay);
  const at = newest(found.map(({ checkpoint }) => checkpoint));
  const fresh: Build[] = [];
  const builds: Build[] = [];
  for (const each of found) {
    const current = currentBuild(each);
    const own = current ?? (await freshBuild(reads, each.model));
    if (current === undefined) fresh.push(own);
    else if (each.checkpoint < at) await build(context, [current], at);
    builds.push(own);
  }
  const left = new Set(found.flatMap(outdatedName));
  if (at !== BEFORE_FIRST) await build(context, fresh, at);
  for (const { generation } of fresh) await reads.activate(generation);
  return { builds, at, left };
};
