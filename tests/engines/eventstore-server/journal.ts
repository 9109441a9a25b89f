import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { StoredEvent } from './stored-event.ts';

type Line = readonly {
  readonly id: string;
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: string;
  readonly metadata: string;
  readonly position: string;
  readonly end: string;
  readonly created: number;
}[];

/**
 * Preserves the test server's log across a kill of its process: JSON lines, one per write, written before the answer. Not flushed to
 * disk, so it does not imitate a loss of power.
 */
export class Journal {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The writes, in order. A line cut short by a kill is dropped: its write was never answered. */
  load(): readonly (readonly StoredEvent[])[] {
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) truncateSync(this.#path, Buffer.byteLength(whole));
    this.#file = openSync(this.#path, 'a');
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as Line).map(fromLine));
  }

  write(events: readonly StoredEvent[]): void {
    if (this.#file === undefined) throw new Error('the journal is not open');
    writeSync(this.#file, `${JSON.stringify(events.map(toLine))}\n`);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

const toLine = (event: StoredEvent): Line[number] => ({
  ...event,
  revision: String(event.revision),
  position: String(event.position),
  end: String(event.end),
  data: Buffer.from(event.data).toString('base64'),
  metadata: Buffer.from(event.metadata).toString('base64'),
});

const fromLine = (line: Line[number]): StoredEvent => ({
  ...line,
  revision: BigInt(line.revision),
  position: BigInt(line.position),
  end: BigInt(line.end),
  data: Buffer.from(line.data, 'base64'),
  metadata: Buffer.from(line.metadata, 'base64'),
});
