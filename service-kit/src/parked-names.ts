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

type Reads = Pick<Generations, 'activeGeneration'> & Pick<ParkedEvents, 'parked'>;

/** What the active generations could not process, oldest first; `model` is the plain name. */
export const activeParked = async (reads: Reads): Promise<readonly ParkedEvent[]> => {
  const all = await reads.parked();
  const models = [...new Set(all.map(modelOfParked))];
  const generations = await Promise.all(models.map((model) => reads.activeGeneration(model)));
  const active = new Set(models.map((model, index) => parkedName({ model, generation: generations[index] })));
  return all.filter(({ model }) => active.has(model)).map((event) => ({ ...event, model: modelOfParked(event) }));
};
