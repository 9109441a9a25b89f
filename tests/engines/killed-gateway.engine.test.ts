import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FollowingClient } from '../support/following-client.ts';
import {
  type Distributed,
  dropDatabase,
  isolated,
  namedEngines,
  startDistributed,
} from '../support/processes/distributed.ts';
import { type Client, createGroup, joinGroup, signUp } from '../support/product.ts';

const PEOPLE = 20;
const CLIENTS = 200;

const environment = isolated(namedEngines());
let product: Distributed;
let maya: Client;
let groupId: string;
let clients: readonly FollowingClient[] = [];

beforeAll(async () => {
  product = await startDistributed(environment, { 'command-service': 1, 'query-service': 2, projections: 1 });
  maya = await signUp(product, { firstName: 'Maya' });
  const { group, inviteCode } = await createGroup(maya);
  groupId = group._id;
  const people: Client[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const person = await signUp(product);
    await joinGroup(person, inviteCode);
    people.push(person);
  }
  clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, number) => FollowingClient.connect(product, people[number % PEOPLE]?.token)),
  );
}, 300_000);

afterAll(async () => {
  for (const client of clients) client.close();
  await product?.stop();
  await dropDatabase(environment.MONGODB_URI ?? '');
});

it('a gateway killed under 200 clients costs none of them a message, and shows none twice (STACK-06)', async () => {
  const said: string[] = [];
  const say = async (content: string): Promise<void> => {
    await maya.must('sendMessage', { body: { groupId, content } });
    said.push(content);
  };
  const heard = (client: FollowingClient) => client.named('newMessage').map(({ content }) => content);
  const everybodyHas = () => until(async () => clients.every((client) => heard(client).length >= said.length));
  for (let number = 0; number < 5; number += 1) await say(`before ${number}`);
  await everybodyHas();

  const victim = product.instances.find(({ name }) => name === 'query-service');
  if (victim === undefined) throw new Error('there is no gateway');
  const before = clients.map(({ greetings }) => greetings);
  const talking = (async () => {
    for (let number = 0; number < 20; number += 1) await say(`meanwhile ${number}`);
  })();
  await product.end(victim, 'SIGKILL');
  await talking;
  await everybodyHas();
  // Clients of the dead gateway have reconnected to the other one.
  expect(clients.filter(({ greetings }, index) => greetings > (before[index] ?? 0)).length).toBeGreaterThan(0);
  for (const client of clients) {
    expect(heard(client)).toEqual(said);
    expect(client.reloads).toEqual([]);
  }
});
