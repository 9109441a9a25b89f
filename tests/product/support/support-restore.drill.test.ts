import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dataFolder } from '@quorum/infra/processes/engines/data-folder.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { tracesIn } from '../../support/plaintext-traces.ts';
import { spawnSupport, support, supportJson } from '../../support/processes/support-tool.ts';
import { Client, createGroup, movableClock, signUp, startProduct } from '../../support/product.ts';
import { signInElsewhere } from '../../support/sign-in.ts';
import { storedFiles } from '../../support/stored-files.ts';
import { linesOf, MASTER_KEY, ProductWithBackups } from './product-with-backups.ts';

const at = new ProductWithBackups();

describe('a restore', () => {
  it('a restore deletes again the accounts, groups, messages and, for good, events that were deleted after the backup, and ends every session (OPER-02)', async () => {
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    const left = (await createGroup(at.owner, 'Left behind')).group._id;
    const { message } = await at.owner.must('sendMessage', {
      body: { groupId: at.groupId, content: 'a word too much' },
    });
    const walk = { name: 'Walk', date: '2030-05-14', time: '9:00', groupId: at.groupId };
    const { event } = await at.owner.must('createEvent', { body: walk });
    await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    await at.owner.must('deleteEvent', { params: { id: event._id } });
    await at.owner.must('purgeEvent', { params: { id: event._id } });
    await leaver.must('deleteAccount');
    await at.owner.must('deleteGroup', { params: { id: left }, body: { confirmationName: 'Left behind' } });
    await at.owner.must('deleteMessage', { params: { id: message._id } });
    const list = await at.savedList();

    const dataDir = join(at.folder, 'data');
    const { out, code } = await at.restoreInto(dataDir, '--erased', list);
    expect(code).toBe(0);
    expect(out).toContain('Deleted again since the backup: 1 account, 1 group, 1 message, 1 event, and ');
    expect(out).toContain('Ended 2 sessions: everybody signs in again.');
    expect(out).toContain('A backup does not know what came after it: who was removed or banned');
    const clock = movableClock();
    const restored = await startProduct({ MASTER_KEY, DATA_DIR: dataDir }, clock);
    try {
      await until(async () => (await restored.running.readModels.status()).caughtUp);
      expect((await new Client(restored, leaver.token).call('myGroups')).status).toBe(401);
      const again = await signInElsewhere(restored, clock, at.ownerPhone);
      expect((await again.must('myGroups')).groups.map(({ _id }) => _id)).toEqual([at.groupId]);
      const { messages } = await again.must('messages', { params: { groupId: at.groupId } });
      expect(messages.find(({ _id }) => _id === message._id)?.isDeleted ?? true).toBe(true);
      expect((await again.must('events', { query: { groupId: at.groupId } })).events).toEqual([]);
      expect((await again.call('restoreEvent', { params: { id: event._id } })).status).toBe(410);
      const state = await supportJson<{ state: { status: string } }>(dataDir, ['state', `user-${leaver.userId}`]);
      expect(JSON.stringify(state)).toMatch(/deleted|erased/);
    } finally {
      await restored.stop();
    }
  });

  it('a restore refuses a list that is cut, altered, older than the backup or something else, and leaves it as it is (OPER-01)', async () => {
    const early = await at.savedList();
    const leaver = await signUp(at.product);
    await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    await leaver.must('deleteAccount');
    await until(() => linesOf(dataFolder(at.product.dataDir).erased).includes(`key writings-${leaver.userId}`));
    const whole = await readFile(await at.savedList(), 'utf8');
    const bad = join(at.folder, 'bad');
    const texts = [
      whole.trimEnd(),
      whole.split('\n').slice(1).join('\n'),
      whole.split('\n').slice(0, -2).join('\n'),
      whole.replaceAll('\n', '\r\n'),
      whole.replace(/^key ./m, 'key x'),
      '{"json":1}\n',
      '',
    ];
    for (const text of texts) {
      await writeFile(bad, text);
      for (const command of [
        ['restore', join(at.folder, 'backup'), '--erased', bad],
        ['erased', 'apply', bad],
      ]) {
        const { code, err } = await support(join(at.folder, 'data'), command, { MASTER_KEY });
        expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is not a whole list') });
      }
      expect(await readFile(bad, 'utf8')).toBe(text);
    }
    const { code, err } = await at.restoreInto(join(at.folder, 'data'), '--erased', early);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('before the backup was made') });
    expect(existsSync(dataFolder(join(at.folder, 'data')).keys)).toBe(false);
  });

  it('a restore refuses a damaged backup, and one whose key is another, before anything is in place (OPER-03, OPER-04)', async () => {
    const backup = join(at.folder, 'backup');
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    const dataDir = join(at.folder, 'data');
    const otherKey = await support(dataDir, ['restore', backup, '--erased', 'none'], {
      MASTER_KEY: Buffer.alloc(32, 8).toString('base64'),
    });
    expect(otherKey).toMatchObject({ code: 1, err: expect.stringContaining('is not the one that') });
    const noKey = await support(dataDir, ['restore', backup, '--erased', 'none']);
    expect(noKey).toMatchObject({
      code: 1,
      err: expect.stringContaining('Set MASTER_KEY to the key of the time of the backup'),
    });
    expect(existsSync(dataDir)).toBe(false);

    const { events, keys } = dataFolder(backup);
    const log = await readFile(events);
    await truncate(events, Math.floor(log.length / 3));
    expect((await at.restoreInto(dataDir, '--erased', 'none')).err).toContain(
      'damaged: events/events.db was changed or cut',
    );
    await writeFile(events, log);
    await rm(keys);
    expect((await at.restoreInto(dataDir, '--erased', 'none')).err).toContain('damaged: keys/keys.db is missing');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('a restore needs, like backup erase, the master key of the time of the backup, and says so (OPER-08)', async () => {
    const backup = join(at.folder, 'backup');
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    const next = Buffer.alloc(32, 8).toString('base64');
    expect(await support(at.product.dataDir, ['keys', 'rotate'], { MASTER_KEY, NEW_MASTER_KEY: next })).toMatchObject({
      code: 0,
    });
    const wrong = await support(at.product.dataDir, ['backup', 'erase', backup], { MASTER_KEY: next });
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringContaining('was written with: set MASTER_KEY to that key.'),
    });
    expect(await support(at.product.dataDir, ['backup', 'erase', backup], { MASTER_KEY })).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it('a restore erases what a list in the target names as well, whatever list is given (OPER-02)', async () => {
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    await support(at.product.dataDir, ['backup', join(at.folder, 'backup')], { MASTER_KEY });
    await leaver.must('deleteAccount');
    const { erased } = dataFolder(at.product.dataDir);
    await until(() => linesOf(erased).includes(`key writings-${leaver.userId}`));
    const dataDir = join(at.folder, 'data');
    await mkdir(dataDir);
    await cp(erased, dataFolder(dataDir).erased);
    expect(await at.restoreInto(dataDir, '--erased', 'none')).toMatchObject({ code: 0, err: '' });
    expect(await tracesIn(dataDir, ['Philomena'])).toEqual([]);
    const shown = await support(dataDir, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });
    expect(shown.out).toContain('UserRegistered');
    expect(shown.out).not.toContain('Philomena');
  });

  it('a restore can be repeated after one that was killed, which no product starts on (OPER-04)', async () => {
    const backup = join(at.folder, 'backup');
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    const dataDir = join(at.folder, 'data');
    // Killed while it put the parts in place.
    await cp(join(backup, 'keys'), join(dataDir, 'keys'), { recursive: true });
    await cp(backup, dataFolder(dataDir).restoring, { recursive: true });
    await expect(startProduct({ MASTER_KEY, DATA_DIR: dataDir })).rejects.toThrow('was interrupted: run it again');
    expect(await at.restoreInto(dataDir, '--erased', 'none')).toMatchObject({ code: 0, err: '' });
    expect((await support(dataDir, ['verify'], { MASTER_KEY })).out).toContain('The log is intact');
  });

  it('a restore can be repeated after it was killed while it copied, checked or erased (OPER-04)', async () => {
    const backup = join(at.folder, 'backup');
    const leaver = await signUp(at.product, { firstName: 'Philomena' });
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    await leaver.must('deleteAccount');
    await until(() => linesOf(dataFolder(at.product.dataDir).erased).includes(`key writings-${leaver.userId}`));
    const command = ['restore', backup, '--erased', await at.savedList()];
    const dataDir = join(at.folder, 'data');
    const { restoring } = dataFolder(dataDir);
    for (const reached of [restoring, dataFolder(restoring).events, dataFolder(restoring).readModels]) {
      const child = spawnSupport(dataDir, command, { MASTER_KEY });
      const ended = once(child, 'exit');
      await until(() => existsSync(reached));
      child.kill('SIGKILL');
      await ended;
      await expect(startProduct({ MASTER_KEY, DATA_DIR: dataDir })).rejects.toThrow('was interrupted: run it again');
    }
    expect(await support(dataDir, command, { MASTER_KEY })).toMatchObject({ code: 0, err: '' });
    expect(await tracesIn(dataDir, ['Philomena'])).toEqual([]);
    const shown = await support(dataDir, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });
    expect(shown.out).toContain('AccountDeleted');
    expect(shown.out).not.toContain('Philomena');
  });

  it('a restore does not take a backup that was killed for a whole one (OPER-03)', async () => {
    const backup = join(at.folder, 'backup');
    const child = spawnSupport(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    const ended = once(child, 'exit');
    await until(() => existsSync(dataFolder(backup).unfinished));
    child.kill('SIGKILL');
    await ended;
    const { code, err } = await at.restoreInto(join(at.folder, 'data'), '--erased', 'none');
    expect({ code, err }).toEqual({ code: 1, err: `The backup in ${backup} was interrupted: make another one.\n` });
  });

  it('a restore is the only way to use a backup, which is never opened as a data folder (OPER-05)', async () => {
    const backup = join(at.folder, 'backup');
    await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
    const before = await readdir(backup, { recursive: true });
    const { code, err } = await support(backup, ['verify'], { MASTER_KEY });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is a backup, which is only read') });
    expect((await readdir(backup, { recursive: true })).sort()).toEqual(before.sort());
    await expect(startProduct({ MASTER_KEY, DATA_DIR: backup })).rejects.toThrow('is a backup');
  });
});

it('a stored file that is missing, cut or altered is named by verify, and fails a backup (OPER-03)', async () => {
  for (let sent = 0; sent < 3; sent++) {
    const form = fileForm('file', new File(['a list'.repeat(30_000)], 'list.txt', { type: 'text/plain' }), {
      groupId: at.groupId,
    });
    await at.owner.must('sendFile', { form });
  }
  expect((await support(at.product.dataDir, ['verify'], { MASTER_KEY })).out).toContain('Compared: 3 stored files.');
  const [missing = '', cut = '', altered = ''] = await storedFiles(at.product);
  await rm(missing);
  await truncate(cut, 30);
  const bytes = await readFile(altered);
  bytes[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 1;
  await writeFile(altered, bytes);
  const verified = await support(at.product.dataDir, ['verify'], { MASTER_KEY });
  expect(verified.code).toBe(1);
  const ids = [missing, cut, altered].map((path) => basename(path));
  for (const id of ids) expect(verified.out).toContain(`FAULT: the stored file ${id} is missing or damaged.`);
  const backup = join(at.folder, 'backup');
  const { code, err } = await support(at.product.dataDir, ['backup', backup], { MASTER_KEY });
  expect(code).toBe(1);
  expect(err).toContain('These stored files are missing or damaged: ');
  for (const id of ids) expect(err).toContain(id);
  expect((await at.restoreInto(join(at.folder, 'data'), '--erased', 'none')).err).toContain('was interrupted');
});
