import { mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import { type Settings, SettingsError } from './settings.ts';
import { turnOver } from './turn-over.ts';

/** Characters that are written at once; what is less waits a second at most. */
const BUFFERED = 65_536;
/** Bytes after which a file is put aside and a new one begun. */
const FULL = 20_000_000;

const TERMINAL = 'stdout';

export type OpenLog = { readonly log: Logger; flush(): void };

type Destination = ReturnType<typeof openDestination>;

/**
 * Keeps lines until there is enough to write. The destination could do so too, but it measures all that it has gathered anew with every
 * line that comes.
 */
class GatheredLines {
  #destination: Destination;
  /** The file and the bytes in it; none for the terminal. */
  readonly #file: { readonly path: string; bytes: number } | undefined;
  readonly #full: number;
  #lines: string[] = [];
  #size = 0;

  constructor(destination: Destination, file: string | undefined, full: number) {
    this.#destination = destination;
    this.#file = file === undefined ? undefined : { path: file, bytes: statSync(file).size };
    this.#full = full;
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size >= BUFFERED) this.pass();
  }

  /** Hands everything to the destination, which writes it by and by. */
  pass(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#size = 0;
    this.#makeRoom(Buffer.byteLength(text));
    this.#destination.write(text);
  }

  #makeRoom(bytes: number): void {
    const file = this.#file;
    if (file === undefined) return;
    if (file.bytes > 0 && file.bytes + bytes > this.#full) {
      this.#beginAnew(file.path);
      file.bytes = 0;
    }
    file.bytes += bytes;
  }

  /** A product goes on without a new file (the disk is full, say): the former one still takes lines. */
  #beginAnew(path: string): void {
    const former = this.#destination;
    try {
      former.flushSync();
      turnOver(path);
      this.#destination = openDestination(path);
      former.end();
    } catch {
      this.#destination = former;
    }
  }

  /** Everything is written when this returns. */
  flushSync(): void {
    this.pass();
    this.#destination.flushSync();
  }
}

/** Open at once: a process that ends before its destination is open would fail to flush it. */
const openDestination = (logTo: string) =>
  pino.destination({ dest: logTo === TERMINAL ? 1 : openSync(logTo, 'a'), sync: false });

const openFirst = (logTo: string): Destination => {
  try {
    if (logTo !== TERMINAL) mkdirSync(dirname(logTo), { recursive: true });
    return openDestination(logTo);
  } catch (error) {
    throw new SettingsError(`The log ${logTo} cannot be written (LOG_TO): ${(error as Error).message}`);
  }
};

/**
 * JSON lines. On the terminal in production; in development into a file, which leaves the terminal to people. A file is turned over when
 * it is full, and five are kept.
 * @param full bytes.
 * @throws SettingsError when the file cannot be written.
 */
export const openLog = ({ logTo, logLevel }: Settings, full = FULL): OpenLog => {
  const destination = openFirst(logTo);
  const lines = new GatheredLines(destination, logTo === TERMINAL ? undefined : logTo, full);
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
