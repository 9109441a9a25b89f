import { type Command, UsageError } from '../command.ts';
import { activeModels } from '../support-context.ts';

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
      onProgress: ({ handled, total, elapsedMs }) =>
        onProgress({ what: 'events folded', done: handled, total, elapsedMs }),
    });
    const seconds = (performance.now() - began) / 1000;
    return {
      lines: [`Rebuilt and in use: ${models.join(', ')} (${seconds.toFixed(1)} s).`],
      data: { rebuilt: models, seconds },
    };
  },
};
