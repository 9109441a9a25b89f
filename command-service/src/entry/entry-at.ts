import { setImmediate } from 'node:timers/promises';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { DecideContext } from '../handling/context.ts';

/** Changes folded before other work gets its turn. */
const AT_ONCE = 50;

/**
 * The entry as the command of a revision left it, since nobody sees it between two events of one command. Reads the stream again.
 * @param isBefore as that command found it
 */
export const entryAt = async (
  { events }: Pick<DecideContext, 'events'>,
  entryId: string,
  revision: number,
  isBefore = false,
): Promise<Entry> => {
  const all = await events.read(entryStream(entryId));
  const commandId = all.find((event) => event.revision === revision)?.metadata.commandId;
  const isCounted = (event: StoredEvent): boolean =>
    event.metadata.commandId === commandId ? !isBefore : event.revision <= revision;
  let entry = entryDecider.initial;
  for (const [index, event] of all.filter(isCounted).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    entry = entryDecider.evolve(entry, event);
  }
  return entry;
};
