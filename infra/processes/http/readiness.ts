import { counted } from '@quorum/contracts/text/counted.ts';
import type { Projections } from '@quorum/projections/start-projections.ts';
import { type Checks, checkReadiness, NotReadyError, type Readiness } from '@quorum/service-kit/http/operations.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { modelNames } from '@quorum/service-kit/reads/collections.ts';
import { singleFlight } from '@quorum/service-kit/single-flight.ts';
import type { Engines } from '../engines/open-engines.ts';
import { freeBytes } from '../observe/disk-metrics.ts';

/** Maximum age in seconds of an event not yet in the read models. A few events in flight are normal. */
const MAX_SECONDS = 5;

/**
 * Whether the read models are current enough for queries: they have caught up once and have not fallen behind since. A standby
 * leaves this check to the instance that writes. An instance that builds new versions is not ready, or an update would stop the
 * instances that still run the models.
 * @throws NotReadyError
 */
export const checkModels = async (models: Pick<Projections, 'status'>): Promise<void> => {
  const { building, leading, hadCaughtUp, lagSeconds } = await models.status();
  if (building) throw new NotReadyError('builds read models');
  if (leading ? hadCaughtUp && lagSeconds <= MAX_SECONDS : true) return;
  throw new NotReadyError(`${Math.ceil(lagSeconds)} s behind`);
};

/** Where all models were built once. A model that can be read always can, so that probes need not ask for each again. */
const built = new WeakSet<Pick<ReadEngine, 'activeGeneration'>>();

/** Whether every model can be read; they become active one after another. */
export const areBuilt = async (reads: Pick<ReadEngine, 'activeGeneration'>): Promise<boolean> => {
  if (built.has(reads)) return true;
  const active = await Promise.all(modelNames.map((name) => reads.activeGeneration(name)));
  if (active.includes(undefined)) return false;
  built.add(reads);
  return true;
};

/** An empty log is caught up with at once, but queries find nothing to read before the models exist. @throws NotReadyError */
export const checkBuilt = async (reads: ReadEngine): Promise<void> => {
  if (!(await areBuilt(reads))) throw new NotReadyError('not built yet');
};

/** Bytes. With less, a write-ahead log may find no room. */
const MIN_FREE = 32 * 2 ** 20;

/** @throws NotReadyError */
export const checkDisk = async (folder: string, min = MIN_FREE): Promise<void> => {
  if ((await freeBytes(folder)) < min) throw new NotReadyError('full');
};

/** Bytes. With less, some commands can be stored and others not. */
const MIN_FREE_TO_SERVE = 2 ** 20;

/** @throws NotReadyError */
export const checkRoom = (folder: string, min = MIN_FREE_TO_SERVE): Promise<void> => checkDisk(folder, min);

/** Everything else goes on, but somebody has to look. @throws NotReadyError */
export const checkParked = async (...counts: readonly (() => Promise<number>)[]): Promise<void> => {
  const parked = (await Promise.all(counts.map((count) => count()))).reduce((sum, count) => sum + count, 0);
  if (parked > 0) throw new NotReadyError(counted(parked, 'event'));
};

export const engineChecks = ({ eventLog, reads, storedKeys, files, bus }: Engines) => ({
  eventLog: () => eventLog.ping(),
  readModels: () => reads.ping(),
  keys: () => storedKeys.ping(),
  files: () => files.ping(),
  bus: () => bus.ping(),
});
export type EngineName = keyof ReturnType<typeof engineChecks>;

/** The engines without which nothing can be answered. Reads need no log, and nothing needs the bus. */
export const enginesFor = {
  commands: ['eventLog', 'keys', 'readModels'],
  queries: ['readModels'],
  projections: ['eventLog', 'keys', 'readModels'],
} as const satisfies Readonly<Record<string, readonly EngineName[]>>;

/** The parts without which a process cannot serve, and `others`, which should be well, too. */
export type Needs = { readonly engines: readonly EngineName[]; readonly checks?: Checks; readonly others?: Checks };

/** Whether a process can serve; concurrent callers share one check. */
export const readinessOf = (engines: Engines, needs: Needs): (() => Promise<Readiness>) => {
  const all = Object.entries(engineChecks(engines));
  const isNeeded = ([name]: readonly [string, unknown]): boolean => needs.engines.some((needed) => needed === name);
  const needed = { ...Object.fromEntries(all.filter(isNeeded)), ...needs.checks };
  const others = { ...Object.fromEntries(all.filter((each) => !isNeeded(each))), ...needs.others };
  return singleFlight(() => checkReadiness(needed, others));
};
