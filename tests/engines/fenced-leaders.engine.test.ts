import { until } from '@quorum/service-kit/testing/until.ts';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FollowingClient } from '../support/following-client.ts';
import { mayaAndListeningTom } from '../support/maya-and-tom.ts';
import {
  type Distributed,
  dropDatabase,
  isolated,
  namedEngines,
  startDistributed,
} from '../support/processes/distributed.ts';
import type { ServiceProcess } from '../support/processes/service-processes.ts';
import type { Client } from '../support/product.ts';

const environment = isolated(namedEngines());
let product: Distributed;
let database: MongoClient;
let maya: Client;
let toms: FollowingClient;
let groupId: string;
const said: string[] = [];

beforeAll(async () => {
  product = await startDistributed(environment, { 'command-service': 1, 'query-service': 1, projections: 2 });
  database = await new MongoClient(environment.MONGODB_URI ?? '').connect();
  ({ maya, groupId, toms } = await mayaAndListeningTom(product));
});

/** Runs even after a test that failed halfway: a paused process ends only once it is resumed. */
let held: ServiceProcess | undefined;
afterEach(() => held?.signal('SIGCONT'));

afterAll(async () => {
  toms?.close();
  await product?.stop();
  await database?.close();
  await dropDatabase(environment.MONGODB_URI ?? '');
});

const projections = () => product.instances.filter(({ name }) => name === 'projections');

/** The holder of the lease in the store. A holder is named after its host and process. */
const leader = async (): Promise<ServiceProcess | undefined> => {
  const leases = database.db().collection<{ holder: string; expiresAt: number }>('read_leases');
  const [term] = await leases.find({ name: 'projections' }).sort({ term: -1 }).limit(1).toArray();
  return projections().find(({ pid }) => term?.holder.includes(`-${pid}-`));
};

const sayAll = async (texts: readonly string[]): Promise<void> => {
  for (const content of texts) {
    await maya.must('sendMessage', { body: { groupId, content } });
    said.push(content);
  }
};
const heard = (): unknown[] => toms.named('newMessage').map(({ content }) => content);
const everythingIsHeard = () => until(async () => heard().length >= said.length);

/** The changes stored by the projections: one per message. */
const storedChanges = async (): Promise<number> => {
  const changes = database.db().collection<{ audience: string; kind: string }>('read_changes');
  return changes.countDocuments({ kind: 'newMessage', audience: { $regex: groupId } });
};

describe('two projections that fight for the lead', () => {
  it.each([1, 2])(
    'two projections that fight for the lead let a leader that was held up write nothing more once another one leads, turn %i (STACK-06)',
    async (turn) => {
      await sayAll([`${turn}: before`]);
      await everythingIsHeard();
      held = await leader();
      if (held === undefined) throw new Error('nobody leads');
      const paused = held;

      // It is paused with work in flight, and more work arrives at its connection meanwhile.
      const burst = sayAll(Array.from({ length: 10 }, (_, number) => `${turn}: under way ${number}`));
      paused.signal('SIGSTOP');
      await burst;
      await until(async () => (await leader())?.pid !== paused.pid);
      await sayAll(Array.from({ length: 5 }, (_, number) => `${turn}: while it is away ${number}`));
      await everythingIsHeard();

      paused.signal('SIGCONT');
      await until(() => paused.isReady());
      await sayAll(Array.from({ length: 5 }, (_, number) => `${turn}: after it is back ${number}`));
      await everythingIsHeard();
      expect(heard()).toEqual(said);
      expect(toms.reloads).toEqual([]);
      expect(await storedChanges()).toBe(said.length);
    },
  );
});
