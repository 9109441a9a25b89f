import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DecideContext } from '../handling/context.ts';

/** The entry as it was at a revision. Reads the stream again. */
export const entryAt = async ({ events }: DecideContext, entryId: string, revision: number): Promise<Entry> => {
  const before = (await events.read(entryStream(entryId))).filter((event) => event.revision <= revision);
  return before.reduce(entryDecider.evolve, entryDecider.initial);
};
