import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import { type Settings, SettingsError } from './settings.ts';

/** Bytes that are written at once; what is less waits a second at most. */
const BUFFERED = 65_536;

export type OpenLog = { readonly log: Logger; flush(): void };

const openDestination = async (logTo: string) => {
  try {
    if (logTo !== 'stdout') mkdirSync(dirname(logTo), { recursive: true });
    const destination = pino.destination({
      dest: logTo === 'stdout' ? 1 : logTo,
      sync: false,
      minLength: BUFFERED,
      maxWrite: 2 * BUFFERED,
    });
    // A process that ends before it is open would fail to flush it.
    await once(destination, 'ready');
    return destination;
  } catch (error) {
    throw new SettingsError(`The log ${logTo} cannot be written (LOG_TO): ${(error as Error).message}`);
  }
};

/**
 * JSON lines. On the terminal in production; in development into a file, which leaves the terminal to people.
 * @throws SettingsError when the file cannot be written.
 */
export const openLog = async ({ logTo, logLevel }: Settings): Promise<OpenLog> => {
  const destination = await openDestination(logTo);
  const log = pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
  const flushing = setInterval(() => destination.flush(), 1000);
  flushing.unref();
  return { log, flush: () => destination.flushSync() };
};
