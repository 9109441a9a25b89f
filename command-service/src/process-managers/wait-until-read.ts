import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Context } from '../handling/context.ts';

/** Consecutive waits for the read models, two seconds each. */
const MAX_WAITS = 15;

/**
 * Waits until the read models include an event, so that look-ups there are complete.
 * @throws on timeout; the event is then handled again, by this process or another.
 */
export const waitUntilRead = async (
  { waitForReads }: Pick<Context, 'waitForReads'>,
  position: Position,
): Promise<void> => {
  for (let waits = 0; waits < MAX_WAITS; waits++) if (await waitForReads(position)) return;
  throw new Error('The read models are too far behind');
};
