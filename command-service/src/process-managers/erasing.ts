import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Context } from '../application/context.ts';

/** Names the erasure as the cause of what it appends. */
export const ERASE = 'erase';

/** Waits for the read models in a row, of two seconds each. */
const MOST_WAITS = 15;

/**
 * Waits until the read models have seen an event, so that what is looked up there is complete.
 * @throws when they take too long: the event is then handled again, by this process or another one.
 */
export const waitUntilRead = async (
  { waitForReads }: Pick<Context, 'waitForReads'>,
  position: Position,
): Promise<void> => {
  for (let waits = 0; waits < MOST_WAITS; waits++) if (await waitForReads(position)) return;
  throw new Error('The read models are too far behind for an erasure');
};
