import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropDatabase, isolated, namedEngines } from '../support/processes/distributed.ts';
import { startFaultProxy } from '../support/processes/fault-proxy.ts';
import { spawnSupport, support } from '../support/processes/support-tool.ts';
import { Client, createGroup, type Product, signUp, startProduct } from '../support/product.ts';

const MESSAGES = 150;
/** Bytes sent before the move is killed: enough for some of the events, but not for all. */
const COPIED = 80_000;
const EMBEDDED = { EVENTSTORE_URI: '', MONGODB_URI: '', KAFKA_BROKERS: '' };

const engines: Readonly<Record<string, string>> = { ...isolated(namedEngines()), KAFKA_BROKERS: '' };
const { MASTER_KEY = '', EVENTSTORE_URI = '', EVENTSTORE_PREFIX = '', MONGODB_URI = '' } = engines;

let folder: string;
let product: Product | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-move-'));
});
afterEach(async () => {
  await product?.stop();
  await dropDatabase(MONGODB_URI);
  await rm(folder, { recursive: true, force: true });
});

const start = async (environment: Readonly<Record<string, string>>): Promise<Product> => {
  await product?.stop();
  product = await startProduct({ MASTER_KEY, ...environment });
  const { origin } = product;
  await until(async () => (await fetch(`${origin}/readyz`)).ok);
  return product;
};

const migrate = (to: string, dataDir: string) => support(dataDir, ['migrate', '--to', to], engines);

/** Kills the tool with SIGKILL once it has copied some events. Its connection is dead by then, so it cannot have copied all. */
const killedMove = async (dataDir: string): Promise<void> => {
  const server = new URL(EVENTSTORE_URI);
  const line = await startFaultProxy(Number(server.port));
  server.port = String(line.port);
  const isDead = line.swallowAfter(COPIED);
  const tool = spawnSupport(dataDir, ['migrate', '--to', 'eventstore'], { ...engines, EVENTSTORE_URI: server.href });
  const ended = once(tool, 'exit');
  await isDead;
  tool.kill('SIGKILL');
  await ended;
  await line.close();
  const log = new EventStoreDbEventLog({ uri: EVENTSTORE_URI, prefix: EVENTSTORE_PREFIX });
  expect(await log.readAll(BEFORE_FIRST, 1)).toHaveLength(1);
  await log.close();
};

/** A group's messages in order, with times and without positions; and the bytes of the file. */
const seenBy = async (reader: Client, groupId: string) => {
  const { messages } = await reader.must('messages', { params: { groupId }, query: { limit: '200' } });
  const fileUrl = messages.find((message) => message.fileUrl !== undefined)?.fileUrl;
  const file = await (await reader.file(fileUrl)).text();
  const kept = messages.map(({ order: _order, revision: _revision, ...message }) => message);
  return { file, messages: kept };
};

const fill = async () => {
  const owner = await signUp(product as Product, { firstName: 'Philomena' });
  const leaver = await signUp(product as Product, { firstName: 'Marguerite' });
  const groupId = (await createGroup(owner, 'Night sailors')).group._id;
  const form = new FormData();
  form.set('groupId', groupId);
  form.set('file', new Blob(['the tide table']), 'tide.txt');
  await owner.must('sendFile', { form });
  for (let n = 0; n < MESSAGES; n += 1) await owner.must('sendMessage', { body: { groupId, content: `message ${n}` } });
  await leaver.must('deleteAccount');
  return { owner, groupId, leaver: `user-${leaver.userId}` };
};

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').sort() : []);

describe('moving a product to EventStoreDB and MongoDB, and back', () => {
  it('moving a product to EventStoreDB and MongoDB, and back, survives a kill and keeps all messages, times, files and erasures (REPLAY-02, CQRS-09, SAFE-01)', async () => {
    const [dataDir, servers, home] = [join(folder, 'data'), join(folder, 'servers'), join(folder, 'home')];
    await start({ ...EMBEDDED, DATA_DIR: dataDir });
    const { owner, groupId, leaver } = await fill();
    /** The owner at the current product, which has its own positions. */
    const again = () => new Client(product as Product, owner.token);
    await until(async () => linesOf(join(dataDir, 'erased.list')).includes(`key ${leaver}`));
    const before = await seenBy(owner, groupId);
    expect(before.file).toBe('the tide table');
    expect((await migrate('eventstore', dataDir)).err).toMatch(
      /is in use by another process\. Stop the product first\.\n$/,
    );
    await product?.running.stop();

    await killedMove(dataDir);
    await expect(startProduct({ ...engines, DATA_DIR: servers })).rejects.toThrow(/key store/);
    const moved = await migrate('eventstore', dataDir);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.out).toContain('Their hash is the same on both sides');

    await start({ ...engines, DATA_DIR: servers });
    const onServers = again();
    expect(await seenBy(onServers, groupId)).toEqual(before);
    await onServers.must('sendMessage', { body: { groupId, content: 'from the servers' } });
    const later = await seenBy(onServers, groupId);
    expect((await migrate('embedded', home)).err).toContain('A product runs on these servers');
    await product?.running.stop();
    const verified = await support(servers, ['verify'], engines);
    expect(verified.out).toContain('and every read model matches it.');
    expect((await support(servers, ['show', leaver, '--reveal'], engines)).out).not.toContain('Marguerite');

    expect(await migrate('embedded', home)).toMatchObject({ code: 0 });
    expect(linesOf(join(home, 'erased.list'))).toEqual(linesOf(join(dataDir, 'erased.list')));
    await start({ ...EMBEDDED, DATA_DIR: home });
    expect(await seenBy(again(), groupId)).toEqual(later);
    expect(await product?.running.readModels.verify()).toEqual([]);
  }, 300_000);
});
