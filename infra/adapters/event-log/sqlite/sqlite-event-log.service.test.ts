import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type EventToAppend, type IntegrityFault, LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError } from '../../data-folder-lock.ts';
import { SqliteEventLog } from './sqlite-event-log.ts';
import { SqliteEventWriter } from './sqlite-event-writer.ts';

const event = (): EventToAppend => ({ id: randomUUID(), type: 'Happened', data: '{"n":1}', metadata: '{}' });
const appendUntilKilled = fileURLToPath(new URL('../testing/append-until-killed.ts', import.meta.url));

describe('the SQLite event log', () => {
  let folder: string;
  let log: SqliteEventLog | undefined;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-log-'));
  });
  afterEach(async () => {
    await log?.close();
    log = undefined;
    child?.kill('SIGKILL');
    child = undefined;
    await rm(folder, { recursive: true });
  });

  const startChild = (): { acknowledged: string[]; exited: Promise<unknown>; process: ChildProcess } => {
    const process_ = spawn(process.execPath, ['--import', 'tsx', appendUntilKilled, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = process_;
    const acknowledged: string[] = [];
    createInterface({ input: process_.stdout }).on('line', (line) => acknowledged.push(line));
    return { acknowledged, exited: once(process_, 'close'), process: process_ };
  };
  const faultsOf = async (checked: SqliteEventLog): Promise<IntegrityFault[]> => {
    const faults: IntegrityFault[] = [];
    for await (const fault of checked.verify()) faults.push(fault);
    return faults;
  };

  it('the SQLite event log has every acknowledged event after a SIGKILL during appends (CQRS-01)', async () => {
    for (let kill = 0; kill < 3; kill++) {
      const { acknowledged, exited, process: victim } = startChild();
      await until(() => acknowledged.length >= 300);
      victim.kill('SIGKILL');
      await exited;

      log = await SqliteEventLog.open({ folder });
      const stored = new Set((await log.readAll('', 1_000_000)).map(({ id }) => id));
      // A line cut short by the kill names no event.
      expect(acknowledged.filter((id) => id.length === 36 && !stored.has(id))).toEqual([]);
      expect(await faultsOf(log)).toEqual([]);
      await log.close();
    }
  });

  it('the SQLite event log refuses a folder held by another process, in one line, and takes it once that was killed', async () => {
    const { acknowledged, exited, process: owner } = startChild();
    await until(() => acknowledged.length > 0);
    const refusal = await SqliteEventLog.open({ folder }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataFolderInUseError);
    expect((refusal as Error).message).toMatch(/^The data folder [^\n]+ is in use by another process\.$/);
    owner.kill('SIGKILL');
    await exited;
    log = await SqliteEventLog.open({ folder });
    expect((await log.readAll('', 1)).length).toBe(1);
  });

  it('the SQLite event log can be read by another process during a write', async () => {
    log = await SqliteEventLog.open({ folder });
    await log.append('s', [event()], 'none');
    const viewer = await SqliteEventLog.open({ folder, readOnly: true });
    expect(await viewer.read('s')).toHaveLength(1);
    await log.append('s', [event()], 0);
    expect(await viewer.read('s', 1)).toHaveLength(1);
    await expect(viewer.append('s', [event()], 1)).rejects.toThrow(LogUnavailableError);
    await viewer.close();
  });

  it('the SQLite event log rejects appends and pings while the disk fails, and both work again afterwards (CQRS-01, OPER-10)', async () => {
    let now = Date.now();
    log = await SqliteEventLog.open({ folder, clock: { now: () => now } });
    await log.append('s', [event()], 'none');
    const intruder = new Database(join(folder, 'events.db'));
    intruder.exec('BEGIN IMMEDIATE');
    const refused = event();
    await expect(log.append('s', [refused], 0)).rejects.toThrow(LogUnavailableError);
    expect(await log.read('s')).toHaveLength(1);
    await expect(log.ping()).rejects.toThrow('a moment ago');
    now += 5_000;
    await expect(log.ping()).rejects.toThrow('cannot be written');
    intruder.exec('ROLLBACK');
    intruder.close();
    now += 5_000;
    await log.ping();
    expect(await log.append('s', [refused], 0)).toMatchObject({ ok: true, revision: 1 });
    expect(await log.read('s', 1)).toHaveLength(1);
  });

  describe('verify (AUDIT-04)', () => {
    const tampered = async (...statements: string[]): Promise<IntegrityFault[]> => {
      log = await SqliteEventLog.open({ folder });
      for (let n = 0; n < 5; n++)
        for (const stream of ['even', 'odd']) await log.append(stream, [event()], n === 0 ? 'none' : n - 1);
      await log.close();
      const db = new Database(join(folder, 'events.db'));
      for (const statement of statements) db.exec(statement);
      db.close();
      log = await SqliteEventLog.open({ folder });
      return faultsOf(log);
    };
    const position = (n: number): string => String(n).padStart(16, '0');

    it.each(['stream', 'type', 'data', 'metadata', 'id'])(
      'the check of the log names an event whose %s was altered',
      async (column) => {
        const faults = await tampered(`UPDATE events SET ${column} = 'forged' WHERE position = 4`);
        expect(faults).toMatchObject([{ position: position(4), reason: 'altered' }]);
      },
    );

    it('the check of the log names an event whose time or hash was altered', async () => {
      expect(
        await tampered(
          'UPDATE events SET recorded_at = recorded_at + 1 WHERE position = 4',
          'UPDATE events SET hash = zeroblob(32) WHERE position = 8',
        ),
      ).toMatchObject([
        { position: position(4), stream: 'odd', revision: 1, reason: 'altered' },
        { position: position(8), stream: 'odd', revision: 3, reason: 'altered' },
      ]);
    });

    it('the check of the log names events that are missing in the middle', async () => {
      expect(await tampered('DELETE FROM events WHERE position = 4')).toEqual([
        { position: position(4), stream: 'odd', revision: 1, reason: 'missing' },
      ]);
    });

    it('the check of the log names events missing at the end, even after others were appended', async () => {
      const faults = await tampered('DELETE FROM events WHERE position >= 9');
      expect(faults.map((fault) => [fault.position, fault.reason])).toEqual([
        [position(9), 'missing'],
        [position(10), 'missing'],
      ]);
      await log?.append('new', [event()], 'none');
      expect(await faultsOf(log as SqliteEventLog)).toHaveLength(2);
    });

    it('the check of the log names an event that was replaced by another', async () => {
      const faults = await tampered(
        'UPDATE events SET (id, data, metadata) = (SELECT id, data, metadata FROM events WHERE position = 1) WHERE position = 10',
      );
      expect(faults).toMatchObject([{ position: position(10), reason: 'altered' }]);
    });
  });
});

describe('the SQLite event writer', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-writer-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('the SQLite event writer flushes every commit and overwrites removed data, on every opening', () => {
    for (let opening = 0; opening < 2; opening++) {
      const writer = new SqliteEventWriter({ path: join(folder, 'events.db') });
      expect(writer.durability).toEqual({ journal: 'wal', synchronous: 2, secureDelete: 1 });
      writer.close();
    }
  });

  it('the SQLite event writer keeps those settings when it has to reopen the file', () => {
    const writer = new SqliteEventWriter({ path: join(folder, 'events.db') });
    const append = (bytes: number, expected: 'none' | 0) =>
      writer.commit([{ stream: 's', events: [{ ...event(), data: 'x'.repeat(bytes) }], expected, now: 1 }]);
    expect(append(10, 'none')).toMatchObject([{ revision: 0 }]);
    writer.limitPages(10);
    expect(append(100_000, 0)).toEqual([{ unavailable: 'database or disk is full' }]);
    expect(append(100_000, 0)).toMatchObject([{ revision: 1, first: 2 }]);
    expect(writer.durability).toEqual({ journal: 'wal', synchronous: 2, secureDelete: 1 });
    writer.close();
  });

  it('the SQLite event writer never lets time run backwards', () => {
    const writer = new SqliteEventWriter({ path: join(folder, 'events.db') });
    const append = (stream: string, now: number) =>
      writer.commit([{ stream, events: [event()], expected: 'none', now }]);
    append('s', 2_000);
    append('t', 1_000);
    const db = new Database(join(folder, 'events.db'), { readonly: true });
    expect(db.prepare('SELECT recorded_at FROM events').pluck().all()).toEqual([2_000, 2_000]);
    db.close();
    writer.close();
  });
});
