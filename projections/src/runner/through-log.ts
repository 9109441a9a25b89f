import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { LogEvent } from './event-routing.ts';

/** Events read and folded without yielding. Few enough that they are garbage collected while young. */
const BATCH_SIZE = 500;

/**
 * Delivers the log after a position, the way the live run does, until the handler has enough or the end is reached. Waits out an
 * outage of the log.
 * @param take returns whether it wants more.
 * @throws what the handler or the signal ended it with.
 */
export const throughLog = async (
  events: Pick<EventStore, 'follow'>,
  after: Position,
  signal: AbortSignal | undefined,
  take: (batch: readonly LogEvent[]) => Promise<boolean>,
): Promise<void> => {
  signal?.throwIfAborted();
  let isOver = false;
  let finish: (failure?: unknown) => void = () => {};
  const finished = new Promise<void>((resolve, reject) => {
    finish = (failure) => {
      isOver = true;
      if (failure === undefined) resolve();
      else reject(failure);
    };
  });
  const abort = (): void => finish(signal?.reason);
  const handle = async (batch: readonly LogEvent[]): Promise<void> => {
    if (isOver) return;
    try {
      if (!(await take(batch))) finish();
    } catch (error) {
      finish(error);
    }
  };
  signal?.addEventListener('abort', abort, { once: true });
  const subscription = events.follow(after, handle, {
    batchSize: BATCH_SIZE,
    onCaughtUp: (isCaughtUp) => {
      if (isCaughtUp) finish();
    },
  });
  try {
    await finished;
  } finally {
    signal?.removeEventListener('abort', abort);
    await subscription.stop();
  }
};
