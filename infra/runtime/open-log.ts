import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import { type Settings, SettingsError } from './settings.ts';

/** Characters that are written at once; what is less waits a second at most. */
const BUFFERED = 65_536;

export type OpenLog = { readonly log: Logger; flush(): void };

type Destination = Awaited<ReturnType<typeof openDestination>>;

/**
 * Keeps lines until there is enough to write. The destination could do so too, but it measures all that it has gathered anew with every
 * line that comes.
 */
class GatheredLines {
  readonly #destination: Destination;
  #lines: string[] = [];
  #size = 0;

  constructor(destination: Destination) {
    this.#destination = destination;
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size >= BUFFERED) this.pass();
  }

  /** Hands everything to the destination, which writes it by and by. */
  pass(): void {
    if (this.#lines.length === 0) return;
    this.#destination.write(this.#lines.join(''));
    this.#lines = [];
    this.#size = 0;
  }

  /** Everything is written when this returns. */
  flushSync(): void {
    this.pass();
    this.#destination.flushSync();
  }
}

const openDestination = async (logTo: string) => {
  try {
    if (logTo !== 'stdout') mkdirSync(dirname(logTo), { recursive: true });
    const destination = pino.destination({
      dest: logTo === 'stdout' ? 1 : logTo,
      sync: false,
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
  const lines = new GatheredLines(await openDestination(logTo));
  const log = pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    lines,
  );
  const passing = setInterval(() => lines.pass(), 1000);
  passing.unref();
  return { log, flush: () => lines.flushSync() };
};
