import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerNames } from '@quorum/command-service/process-managers/runners.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Distributed,
  dropDatabase,
  isolated,
  namedEngines,
  startDistributed,
} from '../support/processes/distributed.ts';
import { support } from '../support/processes/support-tool.ts';
import { Client, createGroup, freshPhone, signUp } from '../support/product.ts';
import { signInElsewhere } from '../support/sign-in.ts';

let environment = isolated(namedEngines());
let folder: string;
let product: Distributed;
let owner: Client;
const ownerPhone = freshPhone();
let groupId: string;
let stream: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-support-'));
  product = await startDistributed(environment, { 'command-service': 1, 'query-service': 1, projections: 1 });
  owner = await signUp(product, { phone: ownerPhone, firstName: 'Philomena' });
  groupId = (await createGroup(owner, 'Night sailors')).group._id;
  stream = `group-${groupId}`;
  const body = { name: 'Day sailors', description: 'People who meet' };
  await owner.must('changeGroupDetails', { params: { id: groupId }, body });
  await owner.must('sendMessage', { body: { groupId, content: 'hello' } });
});
afterAll(async () => {
  await product?.stop();
  await dropDatabase(environment.MONGODB_URI ?? '');
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  support(join(folder, 'data'), args, { ...environment, ...more });
const json = async <T>(...args: string[]): Promise<T> => {
  const { out, err } = await run([...args, '--json']);
  if (out === '') throw new Error(`support ${args.join(' ')}: ${err}`);
  return JSON.parse(out) as T;
};

/** Of the read models; process managers have none. */
const generations = async (): Promise<(string | null)[]> =>
  (await json<{ model: string; generation: string | null }[]>('lag'))
    .filter(({ model }) => !Object.values<string>(runnerNames).includes(model))
    .map(({ generation }) => generation);

/** Reads its own write; like a client, retries while the read models are behind. */
const messagesInTime = async () => {
  for (;;) {
    const { status, body, error } = await owner.call('messages', { params: { groupId } });
    if (status === 200) return body.messages;
    if (status !== 503) throw new Error(`messages answered ${status}: ${error}`);
  }
};

/** The group's events without their positions, which differ between logs. */
const unplaced = async () =>
  (await json<{ position?: string }[]>('show', stream)).map((event) => ({ ...event, position: '' }));

/** A list of what was erased, and its lines, once it names a person: the number's name, the person's key, and at last the writings'. */
const listNaming = async ({
  userId,
}: Client): Promise<{ readonly list: string; readonly lines: readonly string[] }> => {
  const list = join(folder, `${userId}.list`);
  let lines: readonly string[] = [];
  await until(async () => {
    await rm(list, { force: true });
    await run(['erased', list]);
    lines = (await readFile(list, 'utf8')).trimEnd().split('\n');
    return lines.includes(`key writings-${userId}`);
  });
  return { list, lines };
};

describe('the support tool beside a product on EventStoreDB and MongoDB', () => {
  it('the support tool on EventStoreDB and MongoDB lists streams, and shows events, states and the changes between them (REPLAY-01, REPLAY-02)', async () => {
    const { streams } = await json<{ streams: { stream: string }[] }>('streams', 'group-');
    expect(streams.map((each) => each.stream)).toEqual([stream]);
    const events = await json<{ type: string }[]>('show', stream);
    expect(events.map(({ type }) => type)).toContain('GroupDetailsChanged');
    const first = await json<{ state: { name: string } }>('state', stream, '--at', '0', '--reveal');
    expect(first.state.name).toBe('Night sailors');
    const { changes } = await json<{ changes: { field: string }[] }>('diff', stream, '--from', '0');
    expect(changes.length).toBeGreaterThan(0);
    // Names are masked by default.
    expect((await run(['show', stream])).out).not.toContain('sailors');
  });

  it('the support tool on EventStoreDB and MongoDB shows a timeline, the position of the read models, and that nothing is parked (REPLAY-01, REPLAY-02)', async () => {
    await until(async () => (await json<{ type: string }[]>('timeline', '--group', groupId)).length >= 3);
    const rows = await json<{ parked: number }[]>('lag');
    expect(rows.every(({ parked }) => parked === 0)).toBe(true);
    expect(await run(['parked'])).toMatchObject({ code: 0, err: '', out: 'No event is parked.\n' });
  });

  it('the support tool on EventStoreDB and MongoDB wraps all keys with another master key while the product runs, without a restart (REPLAY-01, REPLAY-02)', async () => {
    const former = environment.MASTER_KEY ?? '';
    const next = randomBytes(32).toString('base64');
    const rotated = await run(['keys', 'rotate'], { NEW_MASTER_KEY: next });
    expect(rotated).toMatchObject({ code: 0 });
    const newcomer = await signUp(product);
    await owner.must('sendMessage', { body: { groupId, content: 'after' } });
    expect((await newcomer.must('me')).user._id).toBe(newcomer.userId);
    expect(JSON.parse((await run(['keys', 'check', '--json'], { MASTER_KEY: former })).out)).toEqual({
      unopened: 0,
      rotating: true,
    });
    expect(JSON.parse((await run(['keys', 'check', '--json'], { MASTER_KEY: next })).out)).toEqual({
      unopened: 0,
      rotating: false,
    });
    expect((await run(['keys', 'retire'], { MASTER_KEY: former })).code).toBe(1);
    expect((await run(['keys', 'retire'], { MASTER_KEY: next })).code).toBe(0);
    expect((await run(['keys', 'check'], { MASTER_KEY: former })).err).toContain(
      'is not the one that the event log was written with',
    );
    // A process that ran all along has both keys.
    await owner.must('sendMessage', { body: { groupId, content: 'later' } });
    environment = { ...environment, MASTER_KEY: next };
  });

  it('rebuilding read models on EventStoreDB and MongoDB while messages flow fails no command, loses no message, and passes verify (REPLAY-01, REPLAY-02)', async () => {
    const before = await generations();
    const sent: string[] = [];
    let rebuilding = true;
    const flow = async (): Promise<void> => {
      while (rebuilding) {
        const content = `message ${sent.length}`;
        await owner.must('sendMessage', { body: { groupId, content } });
        sent.push(content);
        expect((await messagesInTime()).at(-1)?.content).toBe(content);
      }
    };
    const flowing = flow();
    const rebuilt = await run(['rebuild', 'all']);
    rebuilding = false;
    await flowing;
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(sent.length).toBeGreaterThan(0);
    expect((await generations()).filter((generation, index) => generation === before[index])).toEqual([]);
    const verified = await run(['verify']);
    expect(verified.out).toContain('and every read model matches it.');
    expect(verified.code).toBe(0);
  });

  it('a backup of EventStoreDB and MongoDB while messages flow is restored into empty servers without what was erased since (REPLAY-01, REPLAY-02, SAFE-01)', async () => {
    const leaver = await signUp(product, { firstName: 'Marguerite' });
    const said: string[] = [];
    let backingUp = true;
    const flow = async (): Promise<void> => {
      while (backingUp) {
        const content = `during ${said.length}`;
        await owner.must('sendMessage', { body: { groupId, content } });
        said.push(content);
      }
    };
    const flowing = flow();
    const backedUp = await run(['backup', join(folder, 'backup')]);
    backingUp = false;
    await flowing;
    expect(backedUp).toMatchObject({ code: 0 });
    await leaver.must('deleteAccount');
    const { list } = await listNaming(leaver);
    const events = await unplaced();
    await product.stop();

    // Refused for servers that hold data, and without a list of erasures.
    expect((await run(['restore', join(folder, 'backup'), '--erased', list])).err).toContain(
      'The event log contains another log: choose an empty one.',
    );
    const { MONGODB_URI, EVENTSTORE_PREFIX, KAFKA_TOPIC } = isolated(namedEngines());
    const former = environment;
    environment = { ...environment, MONGODB_URI, EVENTSTORE_PREFIX, KAFKA_TOPIC } as typeof environment;
    expect((await run(['restore', join(folder, 'backup')])).err).toContain('Pass the newest list of what was erased');
    expect(await run(['restore', join(folder, 'backup'), '--erased', list])).toMatchObject({ code: 0 });
    // Ids, order, times and metadata are unchanged.
    expect(await unplaced()).toEqual(events);
    expect((await run(['show', `user-${leaver.userId}`, '--reveal'])).out).not.toContain('Marguerite');
    expect((await run(['show', `user-${owner.userId}`, '--reveal'])).out).toContain('Philomena');
    expect(await run(['keys', 'check'])).toMatchObject({ code: 0 });

    await dropDatabase(former.MONGODB_URI ?? '');
    product = await startDistributed(environment, { 'command-service': 1, 'query-service': 1, projections: 1 });
    expect((await new Client(product, owner.token).call('me')).status).toBe(401);
    let again: Client | undefined;
    // A number gets one code per half minute.
    await until(async () => {
      again = await signInElsewhere(product, { moveOn: () => {} }, ownerPhone);
      return true;
    });
    owner = again as Client;
    const { messages } = await owner.must('messages', { params: { groupId }, query: { limit: '200' } });
    const kept = messages.flatMap(({ content }) => (content?.startsWith('during ') ? [content] : []));
    // A page shows the newest messages; all were acknowledged, in this order.
    const first = Math.max(0, said.indexOf(kept[0] ?? ''));
    expect(kept).toEqual(said.slice(first, first + kept.length));
    expect((await run(['verify'])).out).toContain('and every read model matches it.');
  }, 300_000);

  it('the support tool on EventStoreDB and MongoDB erases what a list names from a database that was put back from a snapshot (REPLAY-02, SAFE-01)', async () => {
    const leaver = await signUp(product, { firstName: 'Marguerite' });
    const shown = async () => (await run(['show', `user-${leaver.userId}`, '--reveal'])).out;
    const client = new MongoClient(environment.MONGODB_URI ?? '');
    const keys = client.db().collection('keys');
    const noted = client.db().collection<{ readonly _id: string }>('erased');
    const stored = await keys.find().toArray();
    await leaver.must('deleteAccount');
    const { list, lines } = await listNaming(leaver);
    await keys.deleteMany({});
    await keys.insertMany(stored);
    await noted.deleteMany({});
    expect(await shown()).toContain('Marguerite');
    expect((await run(['erased', 'apply', list])).err).toContain('A product runs on these servers');
    await product.stop();

    const applied = await run(['erased', 'apply', list]);
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.out).toMatch(/ 0 accounts, 0 groups, 0 messages, 0 events, and [1-9]\d* keys and files\./);
    const left = await client.db().listCollections({}, { nameOnly: true }).toArray();
    expect(left.map(({ name }) => name).filter((name) => /^read_|__/.test(name))).toEqual([]);
    expect(await shown()).not.toContain('Marguerite');
    expect(await noted.distinct('_id')).toEqual(
      expect.arrayContaining(lines.filter((line) => /^(key|file|name) /.test(line))),
    );
    await client.close();
    product = await startDistributed(environment, { 'command-service': 1, 'query-service': 1, projections: 1 });
    expect((await run(['verify'])).out).toContain('and every read model matches it.');
    await product.stop();

    // An empty database could not be restored into any more.
    const elsewhere = await run(['erased', 'apply', list], { MONGODB_URI: isolated(namedEngines()).MONGODB_URI ?? '' });
    expect(elsewhere.err).toContain('The key store is not the one that the event log was written with');
    expect(elsewhere.code).toBe(1);
  }, 300_000);
});
