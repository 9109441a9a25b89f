import { checkpointOf, runnerNames } from '@quorum/command-service/process-managers/runners.ts';
import { activeParked } from '@quorum/service-kit/parked-names.ts';
import { BEFORE_FIRST, type LogDistance } from '@quorum/service-kit/ports/event-log.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { type Command, UsageError } from '../command.ts';
import { type ActiveModel, activeModels, type SupportContext } from '../support-context.ts';

/** Characters of the longest name. */
const WIDTH = 22;

type Row = {
  readonly model: string;
  readonly generation: string | null;
  readonly behind: number;
  readonly unit: LogDistance['unit'];
  readonly seconds: number;
  readonly parked: number;
};

/** Runners of process managers have a checkpoint as models do, from their first start on. */
const runners = ({ engines: { reads } }: SupportContext): Promise<readonly ActiveModel[]> =>
  Promise.all(
    Object.values(runnerNames).map(async (name) => {
      const hasStarted = (await reads.generations(name)).length > 0;
      return { name, generation: hasStarted ? checkpointOf(name) : undefined };
    }),
  );

/** How far a follower of the log is behind. */
const distanceOf = async (
  { engines: { events, reads }, clock }: SupportContext,
  generation: ModelGeneration | undefined,
): Promise<Pick<Row, 'behind' | 'unit' | 'seconds'>> => {
  const checkpoint = generation === undefined ? BEFORE_FIRST : await reads.checkpoint(generation);
  const { unit, count } = events.between(checkpoint, await events.head());
  const [oldest] = await events.readAll(checkpoint, 1);
  if (oldest === undefined) return { behind: 0, unit, seconds: 0 };
  return { behind: count, unit, seconds: Math.max(0, clock.now() - Date.parse(oldest.recordedAt)) / 1000 };
};

const lineOf = ({ model, behind, unit, seconds, parked }: Row): string => {
  const status = behind === 0 ? 'up to date' : `${behind} ${unit} behind, the oldest from ${Math.round(seconds)} s ago`;
  return `${model.padEnd(WIDTH)} ${status}${parked === 0 ? '' : `, ${parked} parked`}`;
};

export const lag: Command = {
  words: '',
  min: 0,
  max: 0,
  flags: [],
  help: 'Shows how far read models and process managers are behind the log, and how many events each has parked.',
  run: async (context) => {
    const parked = await activeParked(context.engines.reads);
    const parkedBy = (name: string): number => parked.filter(({ model }) => model === name).length;
    const followers = await Promise.all(
      [...(await activeModels(context)), ...(await runners(context))].map(
        async ({ name, generation }): Promise<Row> => ({
          model: name,
          generation: generation?.generation ?? null,
          ...(await distanceOf(context, generation)),
          parked: parkedBy(name),
        }),
      ),
    );
    const others = new Set(
      parked.map(({ model }) => model).filter((name) => followers.every(({ model }) => model !== name)),
    );
    const managers = [...others].map((model) => ({ model, parked: parkedBy(model) }));
    return {
      lines: [
        ...followers.map(lineOf),
        ...managers.map(({ model, parked: count }) => `${model.padEnd(WIDTH)} ${count} parked`),
      ],
      data: [...followers, ...managers],
      fault: parked.length > 0,
    };
  },
};

const ALL = 'all';

export const rebuild: Command = {
  words: '<read model>',
  min: 1,
  max: 1,
  flags: [],
  help: 'Rebuilds a read model (or all) from the log beside the one in use, then switches over. The product keeps running.',
  run: async (context, { words }, onProgress) => {
    const wanted = words[0] as string;
    const names = (await activeModels(context)).map(({ name }) => name);
    if (wanted !== ALL && !names.includes(wanted))
      throw new UsageError(`There is no read model "${wanted}". There are: ${ALL}, ${names.join(', ')}.`);
    const models = wanted === ALL ? names : [wanted];
    const began = performance.now();
    await context.models().rebuild(models, {
      onProgress: ({ handled, total }) => onProgress({ what: 'events folded', done: handled, total }),
    });
    const seconds = (performance.now() - began) / 1000;
    return {
      lines: [`Rebuilt and in use: ${models.join(', ')} (${seconds.toFixed(1)} s).`],
      data: { rebuilt: models, seconds },
    };
  },
};
