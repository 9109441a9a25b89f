import { activeParked } from '@quorum/service-kit/parked-names.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import { type Command, type Report, type SupportCall, SupportError, UsageError } from '../command.ts';
import type { SupportContext } from '../support-context.ts';

type Parked = ParkedEvent & { readonly id: string };

/** How a person refers to it: the read model that could not process the event, and the event's position. */
const parkedOf = async (context: SupportContext): Promise<readonly Parked[]> =>
  (await activeParked(context.engines.reads)).map((event) => ({ ...event, id: `${event.model}/${event.position}` }));

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
