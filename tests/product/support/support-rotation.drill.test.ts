import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userStream } from '@quorum/domain/user/events.ts';
import { formerKeyFiles } from '@quorum/infra/adapters/key-store/master-key.ts';
import { type Engines, openEngines } from '@quorum/infra/processes/engines/open-engines.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { keys } from '@quorum/infra/processes/support/commands/keys.ts';
import type { SupportContext } from '@quorum/infra/processes/support/support-context.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signUp, startProduct } from '../../support/product.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-rotation-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SILENT = pino({ level: 'silent' });

const withEngines = async <T>(dataDir: string, work: (engines: Engines) => Promise<T>): Promise<T> => {
  const environment = { DATA_DIR: dataDir };
  const engines = await openEngines(readSettings(environment, { sendsSms: false, answersPeople: false }), SILENT);
  return work(engines).finally(() => engines.close());
};

const run = async (engines: Engines, action: 'rotate' | 'check') => {
  if (!('run' in keys)) throw new Error('keys runs beside the engines');
  const context = { engines } as unknown as SupportContext;
  const call = { command: 'keys', words: [action], flags: {}, by: 'dana' };
  return (await keys.run(context, call, () => {})).data;
};

/** What the key store of SQLite writes, one by one. */
const WRITES = ['add', 'swap', 'remove', 'raiseGeneration'];

/** Lets the process die after some writes: no later write happens, in the key store or in a file beside it. */
const dieAfter = (writes: number, engines: Engines): Engines => {
  let left = writes;
  const once = <A extends readonly unknown[], R>(write: (...args: A) => R): ((...args: A) => R) => {
    return (...args) => {
      if (left <= 0) throw new Error('killed');
      left -= 1;
      return write(...args);
    };
  };
  const store = engines.storedKeys as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of WRITES) store[name] = once((store[name] as () => unknown).bind(store));
  return { ...engines, wrapFolderKey: once(engines.wrapFolderKey) };
};

describe('a change of the master key that is killed after any write', () => {
  it('a change of the master key that is killed after any write loses nothing, says so, and is finished by repeating it (OPER-06, OPER-07)', async () => {
    const original = join(folder, 'original', 'data');
    const product = await startProduct({ DATA_DIR: original });
    const { userId } = await signUp(product, { firstName: 'Philomena' });
    await product.stop();
    const former = readFileSync(`${original}.master-key`, 'utf8');

    const isReadable = async ({ events }: Engines): Promise<boolean> =>
      JSON.stringify(await events.read(userStream(userId))).includes('Philomena');
    let kills = 0;
    for (let isKilled = true; isKilled; kills += 1) {
      const dataDir = join(folder, String(kills), 'data');
      cpSync(join(folder, 'original'), join(folder, String(kills)), { recursive: true });
      isKilled = await withEngines(dataDir, (engines) => run(dieAfter(kills, engines), 'rotate')).then(
        () => false,
        (error: Error) => error.message === 'killed' || Promise.reject(error),
      );
      await withEngines(dataDir, async (engines) => {
        expect(await run(engines, 'check')).toMatchObject({ unopened: 0 });
        expect(await isReadable(engines)).toBe(true);
        if (isKilled) expect(await run(engines, 'rotate')).toMatchObject({ over: true });
        expect(await run(engines, 'check')).toEqual({ unopened: 0, rotating: false });
      });
      await withEngines(dataDir, async (engines) => expect(await isReadable(engines)).toBe(true));
      const kept = formerKeyFiles(`${dataDir}.master-key`).map(({ path }) => readFileSync(path, 'utf8'));
      expect(kept).toContain(former);
      expect(existsSync(`${dataDir}.master-key`)).toBe(true);
      expect(readFileSync(`${dataDir}.master-key`, 'utf8')).not.toBe(former);
    }
    expect(kills).toBeGreaterThan(5);
  });
});
