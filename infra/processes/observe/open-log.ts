import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import pino from 'pino';
import { type Settings, SettingsError } from '../settings/settings.ts';

/** Characters written at once. Less waits at most a second. */
const BUFFER_LENGTH = 65_536;

/** Bytes after which a file is rotated. */
const MAX_FILE_BYTES = 20_000_000;

const TERMINAL = 'stdout';

/** Number of files kept, including the current one. */
const MAX_FILES = 5;

const name = (file: string, age: number): string => (age === 0 ? file : `${file}.${age}`);

/** Rotates `quorum.log` to `quorum.log.1`, and older ones likewise. The oldest is deleted. */
const rotate = (file: string): void => {
  rmSync(name(file, MAX_FILES - 1), { force: true });
  for (let age = MAX_FILES - 2; age >= 0; age -= 1)
    if (existsSync(name(file, age))) renameSync(name(file, age), name(file, age + 1));
};

export type OpenLog = {
  readonly log: Logger;
  flush(): void;
  /** How many lines could not be written since the start. */
  dropped(): number;
};

/** Writes at least one byte. @throws if it cannot */
type Write = (file: number, bytes: Uint8Array, from: number) => number;

/** Logs with unwritten lines. If an error ends the process, the last lines say why, and nobody else flushes them. */
const unwritten = new Set<LineBuffer>();

process.on('exit', () => {
  for (const lines of unwritten) lines.pass();
});

/** Milliseconds between attempts to write to a pipe that is full, and the number of attempts. */
const PIPE_RETRY_MS = 50;
const PIPE_ATTEMPTS = 20;

const NEW_LINE = '\n'.charCodeAt(0);

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));

/** Synchronous: an asynchronous write in flight would be lost when the process ends. @returns how many bytes were written */
const writeAll = (file: number, bytes: Uint8Array, write: Write): number => {
  let written = 0;
  for (let attempts = 0; written < bytes.length; ) {
    try {
      written += write(file, bytes, written);
    } catch (error) {
      attempts += 1;
      if (codeOf(error) !== 'EAGAIN' || attempts > PIPE_ATTEMPTS) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_RETRY_MS);
    }
  }
  return written;
};

const linesIn = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => lines + (byte === NEW_LINE ? 1 : 0), 0);

/** Buffers lines until there is enough to write. Lines that cannot be written (disk full, say) are dropped and counted. */
class LineBuffer {
  readonly #path: string;
  readonly #full: number;
  readonly #write: Write;
  /** Absent while it cannot be opened. */
  #file: number | undefined;
  /** Bytes in the file. */
  #bytes = 0;
  #lines: string[] = [];
  #size = 0;
  #dropped = 0;
  /** Of these, the ones that the log already mentions. */
  #mentioned = 0;
  /** The last line written was cut. */
  #isCut = false;

  /** @throws if the file cannot be opened for another reason than a full disk. */
  constructor(path: string, full: number, write: Write) {
    this.#path = path;
    this.#full = full;
    this.#write = write;
    try {
      this.#open();
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    this.#lines.push(line);
    unwritten.add(this);
    this.#size += line.length;
    if (this.#size >= BUFFER_LENGTH) this.pass();
  }

  /** Writes everything. */
  pass(): void {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(`${this.#mention()}${this.#lines.join('')}`);
    const written = this.#makeRoom(bytes.length) ? writeAll(this.#file as number, bytes, this.#write) : 0;
    this.#bytes += written;
    if (written === bytes.length) this.#mentioned = this.#dropped;
    else this.#dropped += Math.min(this.#lines.length, linesIn(bytes.subarray(written)));
    if (written > 0) this.#isCut = bytes[written - 1] !== NEW_LINE;
    this.#lines = [];
    this.#size = 0;
    unwritten.delete(this);
  }

  /** Ends a line that was cut, and says how many are missing. */
  #mention(): string {
    const end = this.#isCut ? '\n' : '';
    const missing = this.#dropped - this.#mentioned;
    if (missing === 0) return end;
    const time = new Date().toISOString();
    return `${end}${JSON.stringify({ level: 'warn', time, dropped: missing, msg: 'log lines could not be written' })}\n`;
  }

  /** @returns whether there is a file to write to. */
  #makeRoom(bytes: number): boolean {
    try {
      if (this.#file === undefined) this.#open();
      else if (this.#path !== TERMINAL && this.#bytes > 0 && this.#bytes + bytes > this.#full) this.#rotate(this.#file);
    } catch {
      // Without a new file, the current one still takes lines.
    }
    return this.#file !== undefined;
  }

  #rotate(former: number): void {
    rotate(this.#path);
    this.#bytes = 0;
    this.#open();
    closeSync(former);
  }

  #open(): void {
    if (this.#path === TERMINAL) {
      this.#file = 1;
      return;
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    this.#file = openSync(this.#path, 'a');
    this.#bytes = fstatSync(this.#file).size;
  }
}

const openLines = (logTo: string, full: number, write: Write): LineBuffer => {
  try {
    return new LineBuffer(logTo, full, write);
  } catch (error) {
    throw new SettingsError(`The log ${logTo} cannot be written (LOG_TO): ${(error as Error).message}`);
  }
};

/**
 * JSON lines: to the terminal in production, to a file in development, so that the terminal stays readable. Full files are
 * rotated and five are kept.
 * @param full bytes after which a file is rotated. @param write only tests replace it.
 * @throws SettingsError if the file cannot be written.
 */
export const openLog = (
  { logTo, logLevel }: Pick<Settings, 'logTo' | 'logLevel'>,
  full = MAX_FILE_BYTES,
  write: Write = writeSync,
): OpenLog => {
  const lines = openLines(logTo, full, write);
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
  return { log, flush: () => lines.pass(), dropped: () => lines.dropped };
};
