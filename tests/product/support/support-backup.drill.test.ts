import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '@quorum/infra/processes/engines/data-folder.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { openDataFile } from '../../support/data-file.ts';
import { tracesIn } from '../../support/plaintext-traces.ts';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { Client, movableClock, signUp, startProduct } from '../../support/product.ts';
import { signInElsewhere } from '../../support/sign-in.ts';
import { linesOf, MASTER_KEY, ProductWithBackups } from './product-with-backups.ts';

const at = new ProductWithBackups();

/** Number of phone numbers with a name in the key store. */
const numberNames = (dataDir: string): number => {
  const store = openDataFile(dataFolder(dataDir).keys, { readonly: true }, MASTER_KEY);
  const count = store.prepare("SELECT count(*) FROM keys WHERE subject LIKE 'number-%'").pluck().get() as number;
  store.close();
  return count;
};

describe('backup and restore', () => {
  it('backup and restore give back a prefix of what was acknowledged while messages flowed (REPLAY-01)', async () => {
    const sent: string[] = [];
    let backingUp = true;
    const flow = async (): Promise<void> => {
      while (backingUp) {
        const content = `message ${sent.length}`;
        await at.owner.must('sendMessage', { body: { groupId: at.groupId, content } });
        sent.push(content);
      }
    };
    const flowing = flow();
    await until(() => sent.length > 0);
    const { code, err } = await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    backingUp = false;
    await flowing;
    expect(err).toBe('');
    expect(code).toBe(0);

    const dataDir = join(at.folder, 'data');
    expect(await at.restoreInto(dataDir, '--erased', 'none')).toMatchObject({ code: 0, err: '' });
    const clock = movableClock();
    const restored = await startProduct({ MASTER_KEY, DATA_DIR: dataDir }, clock);
    try {
      await until(async () => (await restored.running.readModels.status()).caughtUp);
      expect(
        (await new Client(restored, at.owner.token).call('messages', { params: { groupId: at.groupId } })).status,
      ).toBe(401);
      const again = await signInElsewhere(restored, clock, at.ownerPhone);
      const { messages } = await again.must('messages', { params: { groupId: at.groupId } });
      const last = messages
        .map(({ content }) => Number(content?.replace('message ', '')))
        .sort((x, y) => x - y)
        .at(-1) as number;
      expect(sent.length).toBeGreaterThan(last);
      // All messages up to the last one are there, and nothing else.
      const { total } = await supportJson<{ total: number }>(dataDir, ['streams', 'message-']);
      expect(total).toBe(last + 1);
      expect(await restored.running.readModels.verify()).toEqual([]);
    } finally {
      await restored.stop();
    }
  });

  it('backup and restore do not bring back people erased after the backup (REPLAY-01, SAFE-01)', async () => {
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    await leaver.must('deleteAccount');
    // The backup knows nothing of this one, but a later backup may.
    const passer = await signUp(at.product);
    await passer.must('deleteAccount');
    const erased = join(at.product.dataDir, 'erased.list');
    await until(
      () =>
        [leaver, passer].every(({ userId }) => linesOf(erased).includes(`key writings-${userId}`)) &&
        linesOf(erased).filter((line) => line.startsWith('name ')).length >= 2,
    );
    const list = await at.savedList();
    await at.product.running.stop();

    const dataDir = join(at.folder, 'data');
    const refused = await at.restoreInto(dataDir);
    expect(refused.err).toContain('Pass the newest list of what was erased with --erased');
    expect(refused.code).toBe(1);
    const { err, code } = await at.restoreInto(dataDir, '--erased', list);
    expect(err).toBe('');
    expect(code).toBe(0);
    const shown = await support(dataDir, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });
    expect(shown.out).toContain('UserRegistered');
    expect(shown.out).not.toContain('Philomena');
    expect(await tracesIn(dataDir, ['Philomena'])).toEqual([]);
    // The keys of erased people are not missed, though this log ends before the erasure.
    expect(await support(dataDir, ['keys', 'check'], { MASTER_KEY })).toMatchObject({ code: 0, err: '' });
    // The number does not lead to its earlier name: it starts from scratch.
    expect(numberNames(dataDir)).toBe(numberNames(join(at.folder, 'backup')) - 1);
    expect(linesOf(join(dataDir, 'erased.list'))).toEqual(expect.arrayContaining(linesOf(erased)));
  });

  it('backup erase removes from an older backup what was erased since, so that restoring it needs no list (SAFE-16, SAFE-01)', async () => {
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    const backup = join(at.folder, 'backup');
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    await leaver.must('deleteAccount');
    await until(() => {
      const list = join(at.product.dataDir, 'erased.list');
      return existsSync(list) && readFileSync(list, 'utf8').includes(`key writings-${leaver.userId}\n`);
    });
    const erased = await support(at.product.dataDir, ['backup', 'erase', backup], { MASTER_KEY });
    expect(erased).toMatchObject({ code: 0, err: '' });
    expect(erased.out).toMatch(/^Erased [1-9]\d* keys and files in /);
    const again = await support(at.product.dataDir, ['backup', 'erase', backup], { MASTER_KEY });
    expect(again.out).toContain('Erased 0 keys and files');
    const dataDir = join(at.folder, 'data');
    expect(await at.restoreInto(dataDir, '--erased', 'none')).toMatchObject({ code: 0, err: '' });
    const shown = await support(dataDir, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });
    expect(shown.out).toContain('UserRegistered');
    expect(shown.out).not.toContain('Philomena');
    const nowhere = await support(at.product.dataDir, ['backup', 'erase', join(at.folder, 'none')], { MASTER_KEY });
    expect(nowhere).toMatchObject({ code: 1, err: `There is no backup in ${join(at.folder, 'none')}.\n` });
  });

  it('backup erase removes from a backup what was erased while it was made (SAFE-16, SAFE-01)', async () => {
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    const backup = join(at.folder, 'backup');
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    await leaver.must('deleteAccount');
    const list = join(at.product.dataDir, 'erased.list');
    await until(() => existsSync(list) && /^name ./m.test(readFileSync(list, 'utf8')));
    await until(() => readFileSync(list, 'utf8').includes(`key writings-${leaver.userId}\n`));
    // The list is copied last: it may name what the keys and files copied before still contain.
    await cp(list, dataFolder(backup).erased);
    await writeFile(dataFolder(backup).erasing, '');
    const erased = await support(at.product.dataDir, ['backup', 'erase', backup], { MASTER_KEY });
    expect(erased.out).toMatch(/^Erased [1-9]\d* keys and files in /);
    const again = await support(at.product.dataDir, ['backup', 'erase', backup], { MASTER_KEY });
    expect(again.out).toContain('Erased 0 keys and files');
    const dataDir = join(at.folder, 'data');
    expect(await at.restoreInto(dataDir, '--erased', 'none')).toMatchObject({ code: 0, err: '' });
    const shown = await support(dataDir, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });
    expect(shown.out).toContain('UserRegistered');
    expect(shown.out).not.toContain('Philomena');
  });

  it('older data can be put back without a restore: a list deletes and erases what was deleted since, and ends its sessions (SAFE-01, OPER-02)', async () => {
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    await at.product.running.stop();
    const older = join(at.folder, 'older');
    await cp(at.product.dataDir, older, { recursive: true });
    await at.product.restart();
    await leaver.must('deleteAccount');
    await until(() => linesOf(dataFolder(at.product.dataDir).erased).includes(`key writings-${leaver.userId}`));
    const list = join(at.folder, 'erased.list');
    await support(at.product.dataDir, ['erased', list], { MASTER_KEY });
    const apply = (dataDir: string) => support(dataDir, ['erased', 'apply', list], { MASTER_KEY });
    const shown = () => support(older, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });

    const running = await apply(at.product.dataDir);
    expect(running.err).toContain('is in use by another process. Stop the product first.');
    expect(running.code).toBe(1);
    expect((await shown()).out).toContain('Philomena');
    const applied = await apply(older);
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toContain(`Deleted again as ${list} says: 1 account, 0 groups, 0 messages, 0 events, and `);
    expect(applied.out).toContain('Ended 2 sessions: everybody signs in again.');
    expect(existsSync(dataFolder(older).readModels)).toBe(false);
    const { out } = await shown();
    expect(out).toContain('AccountDeleted');
    expect(out).not.toContain('Philomena');
    expect(linesOf(dataFolder(older).erased)).toEqual(
      expect.arrayContaining(linesOf(dataFolder(at.product.dataDir).erased)),
    );
    expect((await apply(older)).out).toContain('0 accounts, 0 groups, 0 messages, 0 events, and 0 keys and files.');
    const again = await startProduct({ MASTER_KEY, DATA_DIR: older });
    try {
      await until(async () => (await again.running.readModels.status()).caughtUp);
      for (const { token } of [leaver, at.owner])
        expect((await new Client(again, token).call('myGroups')).status).toBe(401);
      expect(await again.running.readModels.verify()).toEqual([]);
    } finally {
      await again.stop();
    }
    const nowhere = await apply(join(at.folder, 'none'));
    expect(nowhere).toMatchObject({ code: 1, err: `There is no data in ${join(at.folder, 'none')}.\n` });
  });

  it('restore refuses an interrupted backup (REPLAY-01)', async () => {
    // A folder is not copied as a file: the tool ends after the keys.
    await mkdir(dataFolder(at.product.dataDir).erased);
    const backup = join(at.folder, 'backup');
    expect(await support(at.product.dataDir, ['backup', backup], { MASTER_KEY })).toMatchObject({ code: 1 });
    const refused = await at.restoreInto(join(at.folder, 'data'), '--erased', 'none');
    expect(refused).toMatchObject({ code: 1, err: `The backup in ${backup} was interrupted: make another one.\n` });
  });

  it('backup and restore refuse a folder that contains data', async () => {
    await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    const again = await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    expect(again).toMatchObject({
      code: 1,
      err: `${join(at.folder, 'backup')} is not empty: a backup needs a folder of its own.\n`,
    });
    const inside = await support(at.product.dataDir, ['backup', join(at.product.dataDir, 'backup')], { MASTER_KEY });
    expect(inside).toMatchObject({ code: 1, err: expect.stringContaining('is inside the data folder') });
    await mkdir(join(at.folder, 'data', 'events'), { recursive: true });
    const over = await support(at.product.dataDir, ['restore', join(at.folder, 'backup'), '--erased', 'none'], {
      MASTER_KEY,
    });
    expect(over.err).toMatch(/already contains data: set DATA_DIR to an empty folder/);
    expect(over.code).toBe(1);
  });
});
