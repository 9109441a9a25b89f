import { activeParked } from '@quorum/service-kit/parked-names.ts';
import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import { type Command, UsageError } from '../command.ts';
import { activeModels } from '../support-context.ts';

export const lag: Command = {
  words: '',
  least: 0,
  most: 0,
  flags: [],
  help: 'Shows how far each read model is behind the log, and how many events are parked.',
  run: async (context) => {
    const { events, reads } = context.engines;
    const parked = await activeParked(reads);
    const head = await events.head();
    const rows = await Promise.all(
      (await activeModels(context)).map(async ({ name, generation }) => {
        const checkpoint = generation === undefined ? BEFORE_FIRST : await reads.checkpoint(generation);
        const { unit, count } = events.between(checkpoint, head);
        const [oldest] = await events.readAll(checkpoint, 1);
        const ageMs = oldest === undefined ? 0 : Math.max(0, context.clock.now() - Date.parse(oldest.recordedAt));
        return {
          model: name,
          generation: generation?.generation ?? null,
          behind: oldest === undefined ? 0 : count,
          unit,
          seconds: ageMs / 1000,
          parked: parked.filter(({ model }) => model === name).length,
        };
      }),
    );
    return {
      lines: rows.map(({ model, behind, unit, seconds, parked }) => {
        const status =
          behind === 0 ? 'up to date' : `${behind} ${unit} behind, the oldest from ${Math.round(seconds)} s ago`;
        return `${model.padEnd(14)} ${status}${parked === 0 ? '' : `, ${parked} parked`}`;
      }),
      data: rows,
    };
  },
};

const ALL = 'all';

export const rebuild: Command = {
  words: '<read model>',
  least: 1,
  most: 1,
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
