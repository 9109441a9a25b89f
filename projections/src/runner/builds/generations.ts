import { pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import { parkedName } from '@quorum/service-kit/parked-names.ts';
import { BEFORE_FIRST, type Position } from '@quorum/service-kit/ports/event-log.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { Model } from '../../model.ts';
import { type BuildContext, build } from './build.ts';
import { type Build, generationOf } from './model-build.ts';

/** A generation is named `{version of the model}-{number}`. The number counts all builds of the model. */
const nextGeneration = (model: Model, active: string | undefined): string =>
  `${model.version}-${Number(active?.split('-')[1] ?? 0) + 1}`;

const versionOf = (generation: string): number => Number(generation.split('-', 1)[0]);

const isOfVersion = (generation: string, { version }: Model): boolean => versionOf(generation) === version;

/** The lease under which a process builds new model versions while another one runs the old. */
export const BUILDS = 'projections-build';

/** The name for a new generation beside the active one, without creating it. */
export const nextBuild = async (reads: ReadEngine, model: Model, suffix = ''): Promise<Build> => {
  const active = await reads.activeGeneration(model.name);
  return { model, generation: generationOf(model, nextGeneration(model, active) + suffix) };
};

/** Creates an empty generation, clearing what an earlier build of that name left: documents and parked events. */
export const makeEmpty = async (reads: ReadEngine, { generation }: Build): Promise<void> => {
  await reads.drop(generation);
  await reads.prepare(generation);
  const unpark = await reads.parked(parkedName(generation));
  if (unpark.length === 0) return;
  await reads.commit({ models: [generation], from: BEFORE_FIRST, to: BEFORE_FIRST, writes: [], changes: [], unpark });
};

/** An empty generation beside the active one. */
export const freshBuild = async (reads: ReadEngine, model: Model): Promise<Build> => {
  const fresh = await nextBuild(reads, model);
  await makeEmpty(reads, fresh);
  return fresh;
};

type Found = { readonly model: Model; readonly active: string | undefined; readonly checkpoint: Position };

const findActive = (reads: ReadEngine, models: readonly Model[]): Promise<readonly Found[]> =>
  Promise.all(
    models.map(async (model) => {
      const active = await reads.activeGeneration(model.name);
      const checkpoint = active === undefined ? BEFORE_FIRST : await reads.checkpoint(generationOf(model, active));
      return { model, active, checkpoint };
    }),
  );

/**
 * Drops generations of interrupted builds. Nothing folds into them again, so people who delete their account would stay in
 * them. A build of a newer version may belong to a process that waits to take over.
 * @param kept generations that this process is building or will continue, by the name they park under
 */
const dropOrphanedGenerations = async (reads: ReadEngine, { model, active }: Found, kept: ReadonlySet<string>) => {
  for (const name of await reads.generations(model.name)) {
    const generation = generationOf(model, name);
    if (name === active || kept.has(parkedName(generation)) || versionOf(name) > model.version) continue;
    await reads.drop(generation);
  }
};

/**
 * Drops builds of newer versions that no process continues for a minute. An outage that ends the leader ends the builder too, and
 * either may return first.
 * @param pause milliseconds between two looks
 */
export const dropAbandonedUpgrades = async (
  reads: ReadEngine,
  models: readonly Model[],
  signal: AbortSignal,
  pause = 5_000,
) => {
  for (let looks = 0; looks < 12; looks += 1) {
    await pauseUnlessAborted(pause, signal);
    if (signal.aborted || !(await reads.lease(BUILDS, '', 0))) return;
  }
  for (const model of models)
    for (const name of await reads.generations(model.name))
      if (versionOf(name) > model.version) await reads.drop(generationOf(model, name));
};

/** The generation of a new model version. Continues an interrupted build, unless that is past `at`. */
const upgradeOf = async (reads: ReadEngine, model: Model, at: Position): Promise<Build> => {
  const next = await nextBuild(reads, model);
  const known = await reads.generations(model.name);
  const isUseful = known.includes(next.generation.generation) && (await reads.checkpoint(next.generation)) <= at;
  return isUseful ? next : freshBuild(reads, model);
};

const newest = (found: readonly Found[]): Position =>
  found
    .map(({ checkpoint }) => checkpoint)
    .sort()
    .at(-1) ?? BEFORE_FIRST;

/** Models that are new, or newer than the running ones. None on an empty store. */
const upgradedModels = (found: readonly Found[]): readonly Model[] => {
  const isRunning = found.some(({ active }) => active !== undefined);
  const upgraded = found.filter(({ active, model }) => active === undefined || versionOf(active) < model.version);
  return isRunning ? upgraded.map(({ model }) => model) : [];
};

/**
 * Builds the next generations of newer models up to the position of the running ones, and no further: the live run publishes the
 * changes of these events. Stored builds continue.
 */
export const buildUpgrade = async (context: BuildContext, models: readonly Model[]): Promise<void> => {
  const { reads } = context;
  const found = await findActive(reads, models);
  const builds: Build[] = [];
  for (const model of upgradedModels(found)) builds.push(await upgradeOf(reads, model, newest(found)));
  await buildTogether(context, builds, newest(found));
  // The running ones have advanced since. The little that is left after this is built during the handover.
  await buildTogether(context, builds, newest(await findActive(reads, models)));
};

/** Those at the same checkpoint read the log together. */
const buildTogether = async (context: BuildContext, builds: readonly Build[], until: Position): Promise<void> => {
  const at = new Map<Position, Build[]>();
  for (const own of builds) {
    const checkpoint = await context.reads.checkpoint(own.generation);
    at.set(checkpoint, [...(at.get(checkpoint) ?? []), own]);
  }
  for (const together of at.values()) await build(context, together, until);
};

/** Whether this process has new model versions. */
export const needsUpgrade = async (reads: ReadEngine, models: readonly Model[]): Promise<boolean> =>
  upgradedModels(await findActive(reads, models)).length > 0;

const newerOf = (found: readonly Found[]): readonly string[] =>
  found
    .filter(({ active, model }) => active !== undefined && versionOf(active) > model.version)
    .map(({ model }) => model.name);

/** Models that a process of a later release keeps. */
export const newerModels = async (reads: ReadEngine, models: readonly Model[]): Promise<readonly string[]> =>
  newerOf(await findActive(reads, models));

/** @param downgraded models that this process is to replace by its own. @throws Error */
export const refuseNewer = (newer: readonly string[], downgraded: readonly string[]): void => {
  const kept = newer.filter((name) => !downgraded.includes(name));
  if (kept.length > 0) throw new Error(`A newer version keeps ${kept.join(', ')}. To go back, rebuild all models.`);
};

export type ActiveBuilds = {
  readonly builds: readonly Build[];
  readonly at: Position;
  /** Park names of generations that were just replaced. */
  readonly replaced: ReadonlySet<string>;
};

/** The active generation of a model, if it has the model's version. */
const currentBuild = ({ model, active }: Found): Build | undefined =>
  active !== undefined && isOfVersion(active, model) ? { model, generation: generationOf(model, active) } : undefined;

/** The park name of the generation that a newer version replaces. */
const replacedName = ({ model, active }: Found): readonly string[] =>
  active === undefined || isOfVersion(active, model) ? [] : [parkedName(generationOf(model, active))];

/**
 * Brings the active generations of all models to one checkpoint. A new model, or one whose version differs from its active
 * generation, is built beside it and switched to; one that is behind catches up. Publishes no changes, because they were
 * published before. If none has a checkpoint, the live run builds them all, and they get their indexes when it has caught up.
 * Only for the leader: it drops generations that are neither active nor being built here.
 */
export const activeBuilds = async (
  context: BuildContext,
  models: readonly Model[],
  building: ReadonlySet<string>,
  downgraded: readonly string[] = [],
): Promise<ActiveBuilds> => {
  const { reads } = context;
  const found = await findActive(reads, models);
  refuseNewer(newerOf(found), downgraded);
  const next = await Promise.all(
    found.filter((each) => currentBuild(each) === undefined).map(({ model }) => nextBuild(reads, model)),
  );
  const kept = new Set([...building, ...next.map(({ generation }) => parkedName(generation))]);
  for (const each of found) await dropOrphanedGenerations(reads, each, kept);
  const at = newest(found);
  const fresh: Build[] = [];
  const builds: Build[] = [];
  for (const each of found) {
    const current = currentBuild(each);
    const own = current ?? (await upgradeOf(reads, each.model, at));
    if (current === undefined) fresh.push(own);
    else if (each.checkpoint < at) await build(context, [current], at);
    builds.push(own);
  }
  const replaced = new Set(found.flatMap(replacedName));
  if (at !== BEFORE_FIRST) await buildTogether(context, fresh, at);
  const indexesLater = at === BEFORE_FIRST;
  await Promise.all(fresh.map(({ generation }) => reads.activate(generation, { indexesLater })));
  return { builds, at, replaced };
};
