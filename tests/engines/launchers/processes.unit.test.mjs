import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunning, startDetached, startOf, stopProcess, untilAnswering } from './processes.mjs';

let folder;
let log;
let started;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-processes-'));
  log = join(folder, 'output.log');
  started = await startDetached(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { log });
});

afterEach(async () => {
  await stopProcess(started);
  rmSync(folder, { recursive: true, force: true });
});

describe('stopping the processes of engines', () => {
  it('stopping the processes of engines ends the process that was recorded', async () => {
    expect(isRunning(started)).toBe(true);

    await stopProcess(started);

    expect(isRunning(started)).toBe(false);
  });

  it('stopping the processes of engines leaves alone a process that only has the recorded id', async () => {
    await stopProcess({ pid: started.pid, start: `${started.start}0` });

    expect(isRunning(started)).toBe(true);
  });

  it('a process that does not exist has no start time', () => {
    expect(startOf(2 ** 30)).toBeUndefined();
  });

  it('stopping the processes of engines gives up at once on an engine that ended while starting', async () => {
    await stopProcess(started);
    const refuses = () => Promise.reject(new Error('connection refused'));

    const waiting = untilAnswering('kafka', started, refuses, { log, limitMs: 600_000 });

    await expect(waiting).rejects.toThrow('kafka ended while starting');
  });
});
