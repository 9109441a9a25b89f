import type { ParkedEvent } from '@quorum/contracts/ports/read-store.ts';
import type { AnswerOf } from '@quorum/contracts/wire/routes.ts';
import type { Context } from './context.ts';

/** Parked events in an answer; more of them have one cause. */
const MOST = 200;

/** What the read models that are in use could not take in, oldest first. */
export const parkedEvents = async ({ reads }: Pick<Context, 'reads'>): Promise<AnswerOf<'parkedEvents'>> => {
  const all = await reads.parked();
  const models = [...new Set(all.map(({ model }) => nameOf(model)))];
  const generations = await Promise.all(models.map((model) => reads.activeGeneration(model)));
  const inUse = new Set(models.map((model, index) => `${model}@${generations[index]}`));
  const parked = all.filter(({ model }) => inUse.has(model)).sort((a, b) => (a.position < b.position ? -1 : 1));
  return { total: parked.length, parked: parked.slice(0, MOST).map(viewOf) };
};

/** `{model}@{generation}` without the generation. */
const nameOf = (model: string): string => model.split('@', 1)[0] as string;

const viewOf = ({ model, position, stream, type, reason, attempts, parkedAt }: ParkedEvent) => ({
  model: nameOf(model),
  position,
  stream,
  type,
  reason,
  attempts,
  parkedAt,
});
