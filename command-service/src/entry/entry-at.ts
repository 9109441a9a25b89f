import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DecideContext } from '../handling/context.ts';

/** The entry as the command of a revision left it, since nobody sees it between two events of one command. Reads the stream again. */
export const entryAt = async ({ events }: DecideContext, entryId: string, revision: number): Promise<Entry> => {
  const all = await events.read(entryStream(entryId));
  const commandId = all.find((event) => event.revision === revision)?.metadata.commandId;
  return all
    .filter((event) => event.revision <= revision || event.metadata.commandId === commandId)
    .reduce(entryDecider.evolve, entryDecider.initial);
};
