import { existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import pino from 'pino';
import { type Settings, SettingsError } from '../settings/settings.ts';

/** Characters written at once. Less waits at most a second. */
const BUFFERED = 65_536;

/** Bytes after which a file is rotated. */
const FULL = 20_000_000;

const TERMINAL = 'stdout';

/** Number of files kept, including the current one. */
const KEPT = 5;

const name = (file: string, age: number): string => (age === 0 ? file : `${file}.${age}`);

/** Rotates `quorum.log` to `quorum.log.1`, and older ones likewise. The oldest is deleted. */
const rotate = (file: string): void => {
  rmSync(name(file, KEPT - 1), { force: true });
  for (let age = KEPT - 2; age >= 0; age -= 1)
    if (existsSync(name(file, age))) renameSync(name(file, age), name(file, age + 1));
};

export type OpenLog = { readonly log: Logger; flush(): void };

type Destination = ReturnType<typeof openDestination>;

/** Buffers with unwritten lines. If an error ends the process, the last lines say why, and nobody else flushes them. */
const unwritten = new Set<LineBuffer>();

process.on('exit', () => {
  for (const lines of unwritten) lines.pass();
});

/**
 * Buffers lines until there is enough to write. The destination could do so too, but measures everything it has buffered again
 * for each line.
 */
class LineBuffer {
  #destination: Destination;
  /** The file and its size in bytes; undefined for the terminal. */
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
    unwritten.add(this);
    this.#size += line.length;
    if (this.#size >= BUFFERED) this.pass();
  }

  /** Writes everything. */
  pass(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    unwritten.delete(this);
    this.#size = 0;
    this.#makeRoom(Buffer.byteLength(text));
    this.#destination.write(text);
  }

  #makeRoom(bytes: number): void {
    const file = this.#file;
    if (file === undefined) return;
    if (file.bytes > 0 && file.bytes + bytes > this.#full) {
      this.#rotateFile(file.path);
      file.bytes = 0;
    }
    file.bytes += bytes;
  }

  /** The product keeps running if a new file cannot be opened (disk full, say): the current one still takes lines. */
  #rotateFile(path: string): void {
    const former = this.#destination;
    try {
      rotate(path);
      this.#destination = openDestination(path);
      former.end();
    } catch {
      this.#destination = former;
    }
  }
}

/** Synchronous: an asynchronous write under way would be lost when the process ends, whatever is flushed after it. */
const openDestination = (logTo: string) =>
  pino.destination({ dest: logTo === TERMINAL ? 1 : openSync(logTo, 'a'), sync: true });

const openFirst = (logTo: string): Destination => {
  try {
    if (logTo !== TERMINAL) mkdirSync(dirname(logTo), { recursive: true });
    return openDestination(logTo);
  } catch (error) {
    throw new SettingsError(`The log ${logTo} cannot be written (LOG_TO): ${(error as Error).message}`);
  }
};

/**
 * JSON lines: to the terminal in production, to a file in development, so that the terminal stays readable. Full files are
 * rotated and five are kept.
 * @param full bytes.
 * @throws SettingsError if the file cannot be written.
 */
export const openLog = ({ logTo, logLevel }: Settings, full = FULL): OpenLog => {
  const destination = openFirst(logTo);
  const lines = new LineBuffer(destination, logTo === TERMINAL ? undefined : logTo, full);
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
  return { log, flush: () => lines.pass() };
};
