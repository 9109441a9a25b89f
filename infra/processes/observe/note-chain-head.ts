import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { Logger } from 'pino';

/** Milliseconds. */
const INTERVAL_MS = 60_000;

/** Marker by which these lines are found in a log file. */
export const HEAD_NOTED = 'head of the event log';

/**
 * Writes the last event's link in the hash chain to the process's own log, if it changed: now, every minute and at the end. That
 * copy is outside the store, so it reveals if someone truncates the events and repairs the chain.
 * @returns a function that stops it
 */
export const noteChainHead = async (eventLog: EventLog, log: Logger): Promise<() => Promise<void>> => {
  let noted = '';
  const note = async (): Promise<void> => {
    try {
      const head = await eventLog.head();
      const link = head === noted ? undefined : await eventLog.linkAt(head);
      if (link === undefined) return;
      log.info({ head: link }, HEAD_NOTED);
      noted = head;
    } catch (error) {
      log.warn({ failure: describeFailure(error) }, 'the head of the event log could not be noted');
    }
  };
  await note();
  const timer = setInterval(() => void note(), INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await note();
  };
};
