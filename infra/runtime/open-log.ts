import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import type { Settings } from './settings.ts';

export type OpenLog = { readonly log: Logger; flush(): void };

/** JSON lines. On the terminal in production; in development into a file, which leaves the terminal to people. */
export const openLog = ({ logTo, logLevel }: Settings): OpenLog => {
  if (logTo !== 'stdout') mkdirSync(dirname(logTo), { recursive: true });
  const destination = pino.destination({ dest: logTo === 'stdout' ? 1 : logTo, sync: false, minLength: 4096 });
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
