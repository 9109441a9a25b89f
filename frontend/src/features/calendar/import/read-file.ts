import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type FileEvent, NOT_A_CALENDAR } from './file-event.ts';

/** Milliseconds after which a file is given up. */
const TIMEOUT_MS = 5_000;

/** The part of `Worker` that is used. */
export type Parser = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

const startParser = (): Parser => new Worker(new URL('./calendar.worker.ts', import.meta.url), { type: 'module' });

type Answer = { readonly events?: readonly FileEvent[] };

const parsed = (parser: Parser, text: string, timeZone: string): Promise<readonly FileEvent[]> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(NOT_A_CALENDAR));
    const timer = setTimeout(fail, TIMEOUT_MS);
    parser.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      if (data.events === undefined) fail();
      else resolve(data.events);
    });
    parser.addEventListener('error', fail);
    parser.postMessage({ text, timeZone });
  });

/**
 * Reads an iCalendar file in a worker, so that a hostile one cannot block the page.
 * @param timeZone the viewer’s. @throws Error with a text for the user
 */
export const readCalendarFile = async (
  file: File,
  timeZone: string,
  start: () => Parser = startParser,
): Promise<readonly FileEvent[]> => {
  if (file.size > limits.importBytes) throw new Error('This file is too large');
  const parser = start();
  try {
    const events = await parsed(parser, await file.text(), timeZone);
    if (events.length > limits.imported) throw new Error('Please import at most 1,000 events at once');
    return events;
  } finally {
    parser.terminate();
  }
};
