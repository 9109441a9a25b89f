import type { Position } from './ports/event-log.ts';
import type { Generations } from './ports/generations.ts';

/** All running models share one checkpoint, so this one represents them. */
export const REPRESENTATIVE = 'users';

export type Checkpoints = Pick<Generations, 'activeGeneration' | 'checkpoint'>;

/**
 * The checkpoint of a model's active generation; `undefined` if none is active. A rebuild may switch over between the two reads and
 * drop the generation, so a failed read is repeated on the new one.
 */
export const activeCheckpoint = async (reads: Checkpoints, model: string): Promise<Position | undefined> => {
  let generation = await reads.activeGeneration(model);
  while (generation !== undefined) {
    try {
      return await reads.checkpoint({ model, generation, collections: [] });
    } catch (error) {
      const now = await reads.activeGeneration(model);
      if (now === generation) throw error;
      generation = now;
    }
  }
  return undefined;
};
