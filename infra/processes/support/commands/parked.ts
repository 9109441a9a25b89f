import { setTimeout } from 'node:timers/promises';
import { activeParked, type ShownParked } from '@quorum/service-kit/parked-names.ts';
import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import { type Command, type Report, type SupportCall, SupportError, UsageError } from '../command.ts';
import type { SupportContext } from '../support-context.ts';

type Parked = ShownParked & { readonly id: string };

/** How a person refers to it: the read model or process manager that could not process the event, and the event's position. */
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

/** Changes what is stored for a process manager, whichever process runs it. It does not touch its checkpoint. */
const store = async ({ engines }: SupportContext, parking: Pick<Commit, 'park' | 'unpark'>): Promise<void> => {
  await engines.reads.commit({ models: [], from: BEFORE_FIRST, to: BEFORE_FIRST, writes: [], changes: [], ...parking });
};

/** Milliseconds to wait for the process that runs the process managers to retry an event. It looks every second. */
const RETRY_TIMEOUT_MS = 20_000;

/** Has the leading command service retry at once, and waits for the outcome. */
const retryReaction = async (context: SupportContext, { id, by: _, ...entry }: Parked): Promise<Report> => {
  await store(context, { park: [{ ...entry, attempts: 0 }] });
  let left: ParkedEvent | undefined = { ...entry, attempts: 0 };
  for (let waited = 0; waited < RETRY_TIMEOUT_MS && left !== undefined && left.attempts === 0; waited += 250) {
    await setTimeout(250);
    left = (await context.engines.reads.parked(entry.model)).find(({ position }) => position === entry.position);
  }
  const outcome =
    left === undefined
      ? 'was processed'
      : left.attempts > 0
        ? 'still cannot be processed'
        : 'is retried once a command service runs';
  const stillParked = (await parkedOf(context)).length;
  return {
    lines: [`${id} ${outcome}. Parked now: ${stillParked}.`],
    data: { folded: left === undefined ? 1 : 0, stillParked },
    fault: left !== undefined,
  };
};

const retry = async (context: SupportContext, id: string): Promise<Report> => {
  const entry = await find(context, id);
  if (entry.by === 'process manager') return retryReaction(context, entry);
  const { folded, stillParked } = await context.models().retryParked(entry.model, entry.position);
  const line = folded === 0 ? `${id} still cannot be applied.` : `${folded} events were applied.`;
  return { lines: [`${line} Parked now: ${stillParked}.`], data: { folded, stillParked }, fault: folded === 0 };
};

const drop = async (context: SupportContext, id: string): Promise<Report> => {
  const { model, position, by } = await find(context, id);
  if (by === 'process manager') await store(context, { unpark: [{ model, position }] });
  else await context.models().dropParked(model, position);
  return { lines: [`Dropped ${id}. It stays in the log; ${model} continues without it.`], data: { dropped: id } };
};

const act = (context: SupportContext, [action, id]: SupportCall['words']): Promise<Report> => {
  if (id !== undefined && action === 'retry') return retry(context, id);
  if (id !== undefined && action === 'drop') return drop(context, id);
  throw new UsageError('Usage: parked, parked retry <id>, or parked drop <id>');
};

export const parked: Command = {
  words: '[retry|drop <id>]',
  min: 0,
  max: 2,
  flags: [],
  help: 'Lists events that a read model or a process manager could not process. Retries one with those behind it, or drops it.',
  run: (context, { words }) => (words.length === 0 ? list(context) : act(context, words)),
};
