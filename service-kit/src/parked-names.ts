import type { Generations } from './ports/generations.ts';
import type { ParkedEvent, ParkedEvents } from './ports/parked-events.ts';

/** The name under which a generation's parked events are stored. Each build of a model has its own. */
export const parkedName = ({
  model,
  generation,
}: {
  readonly model: string;
  readonly generation: string | undefined;
}): string => `${model}@${generation}`;

/** The model of a parked event, without the generation. */
export const modelOfParked = ({ model }: Pick<ParkedEvent, 'model'>): string => model.split('@', 1)[0] as string;

/** A parked event as people see it: `model` is the plain name. */
export type ShownParked = ParkedEvent & { readonly by: 'read model' | 'process manager' };

/** Process managers have no generations. */
const isOfModel = ({ model }: ParkedEvent): boolean => model.includes('@');

type Reads = Pick<Generations, 'activeGeneration'> & Pick<ParkedEvents, 'parked'>;

/** Events that the active generations and the process managers could not process, oldest first. */
export const activeParked = async (reads: Reads): Promise<readonly ShownParked[]> => {
  const all = await reads.parked();
  const models = [...new Set(all.filter(isOfModel).map(modelOfParked))];
  const generations = await Promise.all(models.map((model) => reads.activeGeneration(model)));
  const active = new Set(models.map((model, index) => parkedName({ model, generation: generations[index] })));
  return all.flatMap((event): ShownParked[] => {
    if (!isOfModel(event)) return [{ ...event, by: 'process manager' }];
    return active.has(event.model) ? [{ ...event, model: modelOfParked(event), by: 'read model' }] : [];
  });
};
