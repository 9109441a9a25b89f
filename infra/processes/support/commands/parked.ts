import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import { type Command, type Report, type SupportCall, SupportError, UsageError } from '../command.ts';
import { activeModels, type SupportContext } from '../support-context.ts';

type Parked = { readonly id: string; readonly model: string } & Omit<ParkedEvent, 'model'>;

/** How a person refers to it: the read model that could not process the event, and the event's position. */
const parkedOf = async (context: SupportContext): Promise<readonly Parked[]> => {
  const active = await activeModels(context);
  const nameOf = new Map(active.map(({ name, generation }) => [`${name}@${generation?.generation}`, name]));
  return (await context.engines.reads.parked()).flatMap((event) => {
    const model = nameOf.get(event.model);
    return model === undefined ? [] : [{ ...event, id: `${model}/${event.position}`, model }];
  });
};

const list = async (context: SupportContext): Promise<Report> => {
  const found = await parkedOf(context);
  const lines = found.map(
    ({ id, type, stream, reason, attempts, parkedAt }) =>
      `${id}  ${type} of ${stream}, since ${parkedAt}, ${attempts} tries: ${reason}`,
  );
  return { lines: lines.length === 0 ? ['No event is parked.'] : lines, data: found, fault: found.length > 0 };
};

const find = async (context: SupportContext, id: string): Promise<Parked> => {
  const found = (await parkedOf(context)).find((each) => each.id === id);
  if (found === undefined) throw new SupportError(`There is no parked event ${id}. List them with: parked`);
  return found;
};

const retry = async (context: SupportContext, id: string): Promise<Report> => {
  const { model, position } = await find(context, id);
  const { folded, stillParked } = await context.models().retryParked(model, position);
  const line = folded === 0 ? `${id} still cannot be applied.` : `${folded} events were applied.`;
  return { lines: [`${line} Parked now: ${stillParked}.`], data: { folded, stillParked }, fault: folded === 0 };
};

const drop = async (context: SupportContext, id: string): Promise<Report> => {
  const { model, position } = await find(context, id);
  await context.models().dropParked(model, position);
  return { lines: [`Dropped ${id}. It stays in the log; ${model} continues without it.`], data: { dropped: id } };
};

const act = (context: SupportContext, [action, id]: SupportCall['words']): Promise<Report> => {
  if (id !== undefined && action === 'retry') return retry(context, id);
  if (id !== undefined && action === 'drop') return drop(context, id);
  throw new UsageError('Usage: parked, parked retry <id>, or parked drop <id>');
};

export const parked: Command = {
  words: '[retry|drop <id>]',
  least: 0,
  most: 2,
  flags: [],
  help: 'Lists events that a read model could not apply. Retries one with those behind it, or drops it.',
  run: (context, { words }) => (words.length === 0 ? list(context) : act(context, words)),
};
