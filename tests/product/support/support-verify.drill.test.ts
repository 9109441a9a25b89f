import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { onCopy } from '@quorum/infra/processes/support/writable-copy.ts';
import { allModels } from '@quorum/projections/features.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDataFile } from '../../support/data-file.ts';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, type Product, signUp, startProduct } from '../../support/product.ts';

let product: Product;
let stream: string;
let owner: Client;
beforeEach(async () => {
  product = await startProduct({ LOG_LEVEL: 'info' });
  owner = await signUp(product);
  const { group } = await createGroup(owner);
  stream = `group-${group._id}`;
});
afterEach(() => product.stop());

/** Changes a file of the running product behind its back. */
const tamper = (file: string, sql: string, ...values: readonly string[]): void => {
  const db = openDataFile(join(product.dataDir, file));
  try {
    const { changes } = db.prepare(sql).run(...values);
    if (changes !== 1) throw new Error(`${changes} rows were changed`);
  } finally {
    db.close();
  }
};

type Place = { readonly position: number; readonly stream: string; readonly revision: number };

const EVENTS = join('events', 'events.db');

type Verified = {
  readonly compared: {
    readonly events: number;
    readonly streams: number;
    readonly documents: { readonly [model: string]: number };
    readonly notedHeads: number;
  };
};

describe('verify', () => {
  it('verify says how many events, streams and documents of each read model it compared, in words and as JSON (REPLAY-04)', async () => {
    const { total } = await supportJson<{ total: number }>(product.dataDir, ['streams', '--limit', '1000']);
    const { compared } = await supportJson<Verified>(product.dataDir, ['verify']);
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(code).toBe(0);
    expect(compared.streams).toBe(total);
    expect(compared.events).toBeGreaterThan(compared.streams);
    expect(compared.documents).toMatchObject({ groups: expect.any(Number), users: 1 });
    expect(out).toContain(`Compared: ${compared.events} events in ${compared.streams} streams.`);
    for (const model of allModels) expect(out).toContain(` of ${model.name}.`);
  });

  it('verify says that missing events at the end were not looked for if no head is noted yet (REPLAY-04)', async () => {
    await product.running.stop();
    const noted = join(product.dataDir, 'empty.log');
    writeFileSync(noted, '');
    const { compared } = await supportJson<Verified>(product.dataDir, ['verify', '--log', noted]);
    expect(compared.notedHeads).toBe(0);
    const { out } = await support(product.dataDir, ['verify', '--log', noted]);
    expect(out).toContain('Not checked: whether events are missing from the end of the log.');
    expect(out).not.toContain('The log is intact,');
  });

  it('verify works on a copy of a data folder that cannot be written, and leaves nothing behind (OPER-13)', async () => {
    await product.running.stop();
    const settings = readSettings({ DATA_DIR: product.dataDir });
    let copied = '';
    const { code } = await onCopy(settings, (copy) => {
      copied = copy.dataDir;
      return support(copy.dataDir, ['verify'], { MASTER_KEY: copy.masterKey ?? '' });
    });
    expect(code).toBe(0);
    expect([existsSync(copied), copied === product.dataDir]).toEqual([false, false]);
  });

  it('verify fails for a log file that does not exist (OPER-14)', async () => {
    const { code, err } = await support(product.dataDir, ['verify', '--log', '/nope']);
    expect([code, err]).toEqual([1, 'There is no file /nope, or the account of the product may not read it.\n']);
  });

  it('verify names an event with a changed byte (REPLAY-01, AUDIT-04)', async () => {
    tamper(EVENTS, `UPDATE events SET data = ' ' WHERE stream = ? AND revision = 0`, stream);
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(out).toContain(`FAULT: event 0 of ${stream}`);
    expect(out).toContain('is altered');
    expect(code).toBe(1);
  });

  it('verify names a removed event (REPLAY-01, AUDIT-04)', async () => {
    // The second event of the person's stream, which continues after it.
    tamper(EVENTS, 'DELETE FROM events WHERE stream = ? AND revision = 1', `user-${owner.userId}`);
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(out).toMatch(/FAULT: event 1 of user-\S+ \(position \d+\) is missing/);
    expect(code).toBe(1);
  });

  it('verify names a tampered document (REPLAY-01)', async () => {
    const groupId = stream.slice('group-'.length);
    const db = openDataFile(join(product.dataDir, 'read-models', 'read-models.db'), { readonly: true });
    const tables = db
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'groups%'`)
      .pluck()
      .all() as string[];
    db.close();
    const table = tables[0] ?? '';
    // The group is created before the read models know about it.
    await vi.waitFor(() =>
      tamper(
        join('read-models', 'read-models.db'),
        `UPDATE "${table}" SET doc = CAST(replace(doc, 'Rowing club', 'Rowing pub') AS BLOB) WHERE id = ?`,
        groupId,
      ),
    );
    const { code, out } = await support(product.dataDir, ['verify']);
    const faults = out.split('\n').filter((line) => line.startsWith('FAULT'));
    expect(faults).toEqual([
      `FAULT: document ${groupId} in groups (read model groups) differs from the log. Repair it with: rebuild groups`,
    ]);
    expect(code).toBe(1);
  });

  it("verify names events truncated from the end, by the product's own log file (REPLAY-01, AUDIT-04)", async () => {
    await product.running.stop();
    const file = join(product.dataDir, EVENTS);
    const db = openDataFile(file);
    const last = db.prepare('SELECT position, stream, revision FROM events ORDER BY position DESC').get() as Place;
    // The chain is repaired, so nothing is visible inside the store.
    db.prepare('DELETE FROM events WHERE position = ?').run(last.position);
    db.exec(
      'UPDATE chain_end SET (position, hash) = (SELECT position, hash FROM events ORDER BY position DESC LIMIT 1)',
    );
    db.close();
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(out).toContain(`FAULT: event ${last.revision} of ${last.stream} (position`);
    expect(out).toContain('is missing');
    expect(code).toBe(1);
  });

  it('verify checks the data of a stopped product (REPLAY-01)', async () => {
    await product.running.stop();
    tamper(EVENTS, `UPDATE events SET type = 'GroupDeleted' WHERE stream = ? AND revision = 0`, stream);
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(out).toContain(`FAULT: event 0 of ${stream}`);
    expect(code).toBe(1);
  });
});
