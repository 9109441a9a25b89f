import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from './open-log.ts';
import { readSettings, SettingsError } from './settings.ts';

describe('openLog', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quorum-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const logTo = () => join(folder, 'logs', 'quorum.log');
  const open = () => openLog(readSettings({ LOG_TO: logTo() }));
  const numbers = () =>
    readFileSync(logTo(), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number);

  it('loses no line of many', async () => {
    const { log, flush } = await open();
    const logged = Array.from({ length: 3_000 }, (_, number) => number);
    for (const number of logged) log.info({ number }, 'a line that fills the buffer several times');
    flush();
    // A part that left before the flush may still be on its way.
    await expect.poll(() => numbers().sort((a, b) => a - b), { timeout: 20_000 }).toEqual(logged);
  });

  it('has written what was held back when a flush returns', async () => {
    const { log, flush } = await open();
    log.info({ number: 1 }, 'a line');
    log.info({ number: 2 }, 'another');
    expect(readFileSync(logTo(), 'utf8')).toBe('');
    flush();
    expect(numbers()).toEqual([1, 2]);
  });

  it('writes by itself what is too little to be written at once', async () => {
    const { log, flush } = await open();
    log.info({ number: 1 }, 'a line');
    await expect.poll(() => readFileSync(logTo(), 'utf8'), { timeout: 20_000 }).not.toBe('');
    expect(numbers()).toEqual([1]);
    flush();
    expect(numbers()).toEqual([1]);
  });

  it('names the file that it cannot write', async () => {
    writeFileSync(join(folder, 'logs'), 'in the way');
    await expect(open()).rejects.toThrow(SettingsError);
    await expect(open()).rejects.toThrow('LOG_TO');
  });
});
