import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteEventLog } from './event-log/sqlite/sqlite-event-log.ts';
import { SqliteEventWriter } from './event-log/sqlite/sqlite-event-writer.ts';
import { SqliteCheckpointer } from './sqlite-checkpointer.ts';
import { SqliteCheckpoints } from './sqlite-checkpoints.ts';
import { openSqlite } from './sqlite-file.ts';

const child = fileURLToPath(new URL('event-log/testing/append-and-copy-until-killed.ts', import.meta.url));
const MEGABYTE = 2 ** 20;

describe('checkpoints of a write-ahead log', () => {
  let folder = '';
  let path = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
    path = join(folder, 'events.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const large = () => ({ id: randomUUID(), type: 'Happened', data: 'x'.repeat(MEGABYTE / 4), metadata: '{}' });
  const sizeOf = async (name: string): Promise<number> => (await stat(name)).size;
  const append = (writer: SqliteEventWriter, megabytes: number): void => {
    for (let n = 0; n < 4 * megabytes; n++)
      expect(writer.commit([{ stream: randomUUID(), events: [large()], expected: 'none', now: 1 }])).toMatchObject([
        { revision: 0 },
      ]);
  };

  it('checkpoints of a write-ahead log are not made by commits', async () => {
    const writer = new SqliteEventWriter({ path });
    append(writer, 40);
    expect(await sizeOf(`${path}-wal`)).toBeGreaterThan(40 * MEGABYTE);
    expect(await sizeOf(path)).toBeLessThan(MEGABYTE);
    writer.close();
  });

  it('checkpoints of a write-ahead log keep the log short while more and more is committed', async () => {
    const writer = new SqliteEventWriter({ path });
    const checkpointer = new SqliteCheckpointer();
    checkpointer.handle({ kind: 'watch', id: 0, file: { path } });
    for (let round = 0; round < 10; round++) {
      append(writer, 10);
      checkpointer.pass();
    }
    expect(await sizeOf(`${path}-wal`)).toBeLessThan(25 * MEGABYTE);
    expect(await sizeOf(path)).toBeGreaterThan(90 * MEGABYTE);
    checkpointer.close();
    writer.close();
  });

  it('checkpoints of a write-ahead log are made by a thread of their own while a log is open', async () => {
    const log = await SqliteEventLog.open({ folder });
    await log.append('s', [large()], 'none');
    await until(async () => (await sizeOf(path)) > MEGABYTE / 4);
    await log.close();
  });

  it('checkpoints of a write-ahead log empty the log as soon as its last reader ends (SAFE-01)', async () => {
    const log = await SqliteEventLog.open({ folder });
    await log.append('s', [large()], 'none');
    const reader = openSqlite({ path }, { readonly: true });
    const rows = reader.prepare('SELECT * FROM events').iterate();
    rows.next();
    const checkpoints = await SqliteCheckpoints.start({ path });
    const emptied = checkpoints.empty();
    await log.append('t', [large()], 'none');
    expect(await sizeOf(`${path}-wal`)).toBeGreaterThan(MEGABYTE / 4);
    rows.return?.();
    await emptied;
    expect(await sizeOf(`${path}-wal`)).toBe(0);
    reader.close();
    await checkpoints.close();
    await log.close();
  });

  it('checkpoints of a write-ahead log of a process that is killed while it makes one lose nothing (CQRS-01)', async () => {
    for (let kill = 0; kill < 3; kill++) {
      const victim = spawn(process.execPath, ['--import', 'tsx', child, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(victim, 'close');
      const lines: string[] = [];
      createInterface({ input: victim.stdout }).on('line', (line) => {
        lines.push(line);
        if (line === 'copies' && lines.includes('copied')) victim.kill('SIGKILL');
      });
      await exited;
      expect(lines.at(-1)).toBe('copies');

      const log = await SqliteEventLog.open({ folder });
      const stored = new Set((await log.readAll('', 1_000_000)).map(({ id }) => id));
      expect(lines.filter((line) => line.length === 36 && !stored.has(line))).toEqual([]);
      for await (const fault of log.verify()) expect(fault).toBeUndefined();
      await log.close();
    }
  });
});
