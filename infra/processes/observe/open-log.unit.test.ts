import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../settings/settings.ts';
import { openLog } from './open-log.ts';

describe("the program's log", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quorum-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const logTo = () => join(folder, 'logs', 'quorum.log');
  const open = (full?: number) => openLog(readSettings({ LOG_TO: logTo() }), full);
  const numbers = (file = logTo()) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number);

  it("the program's log loses no line under load", () => {
    const { log, flush } = open();
    const logged = Array.from({ length: 3_000 }, (_, number) => number);
    for (const number of logged) log.info({ number }, 'a line that fills the buffer several times');
    flush();
    expect(numbers()).toEqual(logged);
  });

  it("the program's log is on disk when a flush returns", () => {
    const { log, flush } = open();
    log.info({ number: 1 }, 'a line');
    log.info({ number: 2 }, 'another');
    expect(readFileSync(logTo(), 'utf8')).toBe('');
    flush();
    expect(numbers()).toEqual([1, 2]);
  });

  it("the program's log is flushed by itself after a while", async () => {
    const { log, flush } = open();
    log.info({ number: 1 }, 'a line');
    await expect.poll(() => readFileSync(logTo(), 'utf8')).not.toBe('');
    expect(numbers()).toEqual([1]);
    flush();
    expect(numbers()).toEqual([1]);
  });

  it.each([
    ['ends itself', 'process.exit(1);'],
    ['is ended by an error', "throw new Error('a fault');"],
  ])("the program's log is on disk when the process %s", (_, end) => {
    const program = `
      import { openLog } from ${JSON.stringify(new URL('./open-log.ts', import.meta.url).href)};
      const { log } = openLog({ logTo: ${JSON.stringify(logTo())}, logLevel: 'info' });
      log.error({ number: 1 }, 'why');
      ${end}
    `;
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program]);
    expect(status).toBe(1);
    expect(numbers()).toEqual([1]);
  });

  it("the program's log rotates a full file and keeps five (RUN-12)", () => {
    const kept = () => readdirSync(join(folder, 'logs')).sort();
    // Reopened as after restarts: existing bytes count.
    for (let number = 1; number <= 16; number += 1) {
      const { log, flush } = open(450);
      log.info(
        { number },
        'a line of about a hundred characters, so that two of them fit into one file and a third does not',
      );
      flush();
    }
    const names = ['quorum.log', 'quorum.log.1', 'quorum.log.2', 'quorum.log.3', 'quorum.log.4'];
    expect(kept()).toEqual(names);
    const found = names.toReversed().flatMap((name) => numbers(join(folder, 'logs', name)));
    expect(found).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  });

  it("the program's log loses no line during rotation (RUN-12)", () => {
    const { log, flush } = open(100_000);
    const logged = Array.from({ length: 1_000 }, (_, number) => number);
    for (const number of logged) log.info({ number, filler: 'x'.repeat(200) }, 'a line');
    flush();
    const all = readdirSync(join(folder, 'logs')).flatMap((name) => numbers(join(folder, 'logs', name)));
    expect(all.sort((a, b) => a - b)).toEqual(logged);
  });

  describe('on a full disk', () => {
    /** Bytes that the disk still takes. */
    let room = 0;
    const write = (file: number, bytes: Uint8Array, from: number): number => {
      if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const written = writeSync(file, bytes, from, Math.min(room, bytes.length - from));
      room -= written;
      return written;
    };

    it("the program's log on a full disk drops and counts lines, goes on when there is room, and then says how many are missing (OPER-09)", () => {
      const { log, flush, dropped } = openLog(readSettings({ LOG_TO: logTo() }), undefined, write);
      room = 30;
      for (const number of [1, 2]) log.info({ number }, 'a line that is cut');
      flush();
      log.info({ number: 3 }, 'a line');
      flush();
      expect(dropped()).toBe(3);
      room = 1_000_000;
      log.info({ number: 4 }, 'a line');
      flush();
      log.info({ number: 5 }, 'a line');
      flush();
      const [cut, ...lines] = readFileSync(logTo(), 'utf8').trimEnd().split('\n');
      expect(cut).toHaveLength(30);
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { level: 'warn', dropped: 3, msg: 'log lines could not be written' },
        { number: 4 },
        { number: 5 },
      ]);
      expect(dropped()).toBe(3);
    });

    it("the program's log on a full disk drops the lines of a process that ends", () => {
      room = 0;
      const { log, flush, dropped } = openLog(readSettings({ LOG_TO: logTo() }), undefined, write);
      log.info({ number: 1 }, 'a line');
      expect(flush).not.toThrow();
      expect(dropped()).toBe(1);
    });
  });

  it("the program's log names the file that it cannot write", async () => {
    writeFileSync(join(folder, 'logs'), 'in the way');
    expect(() => open()).toThrow(SettingsError);
    expect(() => open()).toThrow('LOG_TO');
  });
});
