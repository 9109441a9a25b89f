import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '@quorum/infra/processes/engines/data-folder.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tracesIn } from '../../support/plaintext-traces.ts';
import { canMount, type SmallDisk, smallDisk } from '../../support/processes/small-disk.ts';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, type Product, signUp, startProduct } from '../../support/product.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** One line that names the reason. */
const NO_ROOM = /^.*(full|ENOSPC|disk I\/O).*\n$/i;

let folder: string;
let disk: SmallDisk;
let product: Product;
let owner: Client;
let groupId: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-full-'));
  disk = smallDisk('64m');
});
afterEach(async () => {
  await product.stop();
  disk.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a product on a folder, with a group that the read models have. */
const begin = async (dataDir: string): Promise<void> => {
  product = await startProduct({ MASTER_KEY, DATA_DIR: dataDir });
  owner = await signUp(product);
  groupId = (await createGroup(owner)).group._id;
  await owner.must('myGroups');
};

const ready = async (deep = ''): Promise<boolean> => (await fetch(`${product.origin}/readyz${deep}`)).ok;

/** Sends messages until the disk takes no more. @returns those that were acknowledged */
const sendUntilFull = async (): Promise<string[]> => {
  const acknowledged: string[] = [];
  for (;;) {
    const content = `${acknowledged.length} ${'long words '.repeat(300)}`.trim();
    const { status } = await owner.call('sendMessage', { body: { groupId, content } });
    if (status === 503) return acknowledged;
    expect(status).toBe(200);
    acknowledged.push(content);
  }
};

/** All messages, oldest first, once the read models have caught up. */
const stored = async (): Promise<string[]> => {
  const contents: string[] = [];
  for (let before: string | undefined; ; ) {
    const query = { limit: '200', ...(before === undefined ? {} : { before }) };
    const { messages } = await owner.must('messages', { params: { groupId }, query });
    contents.unshift(...messages.flatMap(({ content }) => content ?? []));
    if (messages.length < 200) return contents;
    before = messages[0]?._id;
  }
};

const isMountable = canMount();

describe.skipIf(!isMountable)('a full disk', () => {
  it('a full disk is answered with 503 and shown by /readyz while reads go on, and loses nothing that was acknowledged (OPER-09, OPER-10)', async () => {
    await begin(join(disk.folder, 'data'));
    disk.fill();
    const acknowledged = await sendUntilFull();
    expect(await ready()).toBe(false);
    expect(await ready('?deep')).toBe(false);
    // Without waiting for its own last write, which the read models may not have taken.
    expect((await owner.call('myGroups', { headers: { 'x-min-position': '' } })).status).toBe(200);

    disk.empty();
    await until(() => ready());
    await until(() => ready('?deep'));
    await owner.must('sendMessage', { body: { groupId, content: 'after' } });
    const kept = await stored();
    // What was refused may have been stored, once.
    expect(kept.filter((content) => content !== 'after').slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(kept.at(-1)).toBe('after');
    expect(await product.running.readModels.verify()).toEqual([]);
  });

  it('a full disk fails a backup with one line, and the unfinished backup is refused (OPER-03, OPER-04)', async () => {
    const dataDir = join(folder, 'data');
    await begin(dataDir);
    await owner.must('sendMessage', { body: { groupId, content: 'long words '.repeat(300) } });
    let failures = 0;
    const backUp = (kilobytes: number) => {
      disk.resize(`${kilobytes}k`);
      return support(dataDir, ['backup', join(disk.folder, 'backup')], { MASTER_KEY });
    };
    const backup = join(disk.folder, 'backup');
    let kilobytes = 8;
    for (let ended = await backUp(kilobytes); ended.code !== 0; ended = await backUp(kilobytes)) {
      failures += 1;
      expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringMatching(NO_ROOM) });
      const restored = await support(join(folder, 'restored'), ['restore', backup, '--erased', 'none'], { MASTER_KEY });
      expect(restored).toMatchObject({ code: 1, err: `The backup in ${backup} was interrupted: make another one.\n` });
      await rm(backup, { recursive: true });
      kilobytes *= 2;
    }
    expect(failures).toBeGreaterThan(2);
    expect((await support(dataDir, ['verify'], { MASTER_KEY })).out).toContain('every read model matches it');
  });

  it('a full disk leaves a restore unfinished, which no product starts on and which ends when there is room, without what was erased (OPER-02, OPER-04)', async () => {
    const from = join(folder, 'data');
    await begin(from);
    const leaver = await signUp(product, { firstName: 'Philomena' });
    const backup = join(folder, 'backup');
    await support(from, ['backup', backup], { MASTER_KEY });
    await leaver.must('deleteAccount');
    const list = join(folder, 'list');
    await until(() => readFileSync(dataFolder(from).erased, 'utf8').includes(`key writings-${leaver.userId}\n`));
    await support(from, ['erased', list], { MASTER_KEY });
    const dataDir = join(disk.folder, 'data');
    const restore = () => support(dataDir, ['restore', backup, '--erased', list], { MASTER_KEY });
    let failures = 0;
    let kilobytes = 8;
    disk.resize(`${kilobytes}k`);
    for (let ended = await restore(); ended.code !== 0; ended = await restore()) {
      failures += 1;
      expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringMatching(NO_ROOM) });
      expect(existsSync(dataFolder(dataDir).events)).toBe(false);
      kilobytes *= 2;
      disk.resize(`${kilobytes}k`);
      if (existsSync(dataFolder(dataDir).restoring))
        await expect(startProduct({ MASTER_KEY, DATA_DIR: dataDir })).rejects.toThrow('was interrupted: run it again');
    }
    expect(failures).toBeGreaterThan(2);
    disk.resize('32m');
    expect(await tracesIn(dataDir, ['Philomena'])).toEqual([]);
    const shown = await support(dataDir, ['show', `user-${leaver.userId}`, '--reveal'], { MASTER_KEY });
    expect(shown.out).toContain('AccountDeleted');
    expect(shown.out).not.toContain('Philomena');
    expect((await support(dataDir, ['verify'], { MASTER_KEY })).out).toContain('The log is intact');
  });

  it('a full disk does not end a product whose read models are rebuilt, and they are right when there is room (OPER-09)', async () => {
    const dataDir = join(disk.folder, 'data');
    await begin(dataDir);
    for (let sent = 0; sent < 50; sent++)
      await owner.must('sendMessage', { body: { groupId, content: `message ${sent} ${'long words '.repeat(300)}` } });
    disk.fill();
    const rebuilding = support(dataDir, ['rebuild', 'all'], { MASTER_KEY });
    await until(async () => !(await ready('?deep')));
    expect((await owner.call('messages', { params: { groupId } })).status).toBe(200);
    disk.empty();
    const { code, err } = await rebuilding;
    if (code !== 0) expect(err).toMatch(NO_ROOM);
    expect(await support(dataDir, ['rebuild', 'all'], { MASTER_KEY })).toMatchObject({ code: 0 });
    expect(await product.running.readModels.verify()).toEqual([]);
    expect(await stored()).toHaveLength(50);
  });

  it('a full disk interrupts a change of the master key, which goes on when there is room; keys check tells the truth in between (OPER-06, OPER-07)', async () => {
    const dataDir = join(disk.folder, 'data');
    await begin(dataDir);
    const next = Buffer.alloc(32, 8).toString('base64');
    const rotate = () => support(dataDir, ['keys', 'rotate'], { MASTER_KEY, NEW_MASTER_KEY: next });
    disk.fill();
    await sendUntilFull();
    const failed = await rotate();
    expect(failed.code).toBe(1);
    expect(failed.err.trimEnd().split('\n')).toHaveLength(1);
    const { unopened } = await supportJson<{ unopened: number }>(dataDir, ['keys', 'check']);
    expect(unopened).toBe(0);
    disk.empty();
    await until(() => ready());
    expect(await rotate()).toMatchObject({ code: 0 });
    await product.restart({ MASTER_KEY: next });
    expect(await supportJson(dataDir, ['keys', 'check'])).toEqual({ unopened: 0, rotating: false });
    await owner.must('sendMessage', { body: { groupId, content: 'after' } });
    expect((await stored()).at(-1)).toBe('after');
  });
});

it.skipIf(!isMountable)(
  'verify checks a snapshot that is mounted read-only, and changes nothing (OPER-13)',
  async () => {
    await begin(join(disk.folder, 'data'));
    await product.running.stop();
    const verified = await support(join(disk.readOnly(), 'data'), ['verify'], { MASTER_KEY });
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toContain('every read model matches it');
  },
);
