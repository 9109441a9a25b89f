import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandService } from '@quorum/command-service/start-command-service.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { composeCommandService } from '@quorum/infra/processes/compose-command-service.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { serviceParts } from '@quorum/infra/processes/service-parts.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from '../../engines/eventstore-server/server.ts';
import { type FaultProxy, startFaultProxy } from '../../support/processes/fault-proxy.ts';
import { Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

/** Milliseconds by which the second service receives everything late. */
const LATE = 100;

let log: EventStoreServer;
let line: FaultProxy;
let product: Product;
let secondLog: EventStoreDbEventLog;
let second: CommandService;
let server: Server;
let there: { readonly origin: string };

/** Process managers run in the first service; the second stands by. */
const standingBy = (reads: ReadEngine): ReadEngine =>
  new Proxy(reads, {
    get: (store, name) => {
      if (name === 'lease') return async () => false;
      const value: unknown = Reflect.get(store, name, store);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });

beforeEach(async () => {
  log = await startEventStoreServer();
  line = await startFaultProxy(log.port);
  let shared: Engines | undefined;
  product = await startProduct({ EVENTSTORE_URI: log.uri }, undefined, (engines) => {
    shared = engines;
    return engines;
  });
  const engines = shared as Engines;
  secondLog = new EventStoreDbEventLog({ uri: `esdb://127.0.0.1:${line.port}?tls=false` });
  const keys = new CachingKeyStore(engines.storedKeys);
  const parts = serviceParts(
    {
      settings: readSettings({
        DATA_DIR: product.dataDir,
        TRUST_PROXY: 'true',
        REQUEST_RATE: '100000',
        MESSAGE_RATE: '100000',
      }),
      log: pino({ level: 'silent' }),
      engines: {
        ...engines,
        eventLog: secondLog,
        events: new EncryptingEventStore({ log: secondLog, keys, ids: systemIds }),
        reads: standingBy(engines.reads),
      },
    },
    undefined,
  );
  second = await composeCommandService(
    parts,
    async () => true,
    () => {},
  );
  server = createServer(second.app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  there = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  line?.delay(0);
  await second?.stop();
  await secondLog?.close();
  await product?.stop();
  await line?.close();
  await log?.kill();
});

describe('two command services on one log', () => {
  const say = (client: Client, groupId: string) => client.call('sendMessage', { body: { groupId, content: 'Hello' } });

  it('two command services on one log both refuse the next command of someone removed at one of them (CQRS-08)', async () => {
    const owner = await signUp(product);
    const member = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    await joinGroup(member, inviteCode);
    // The second service has the group and the session in its cache.
    const memberThere = new Client(there, member.token);
    expect((await say(memberThere, group._id)).status).toBe(200);

    line.delay(LATE);
    await owner.must('removeMember', { params: { id: group._id, userId: member.userId } });
    expect((await say(memberThere, group._id)).status).toBe(403);
  });

  it('two command services on one log both refuse the next command of a session ended at one of them (CQRS-08)', async () => {
    const owner = await signUp(product);
    const { group } = await createGroup(owner);
    const ownerThere = new Client(there, owner.token);
    expect((await say(ownerThere, group._id)).status).toBe(200);

    line.delay(LATE);
    await owner.must('logout');
    expect((await say(ownerThere, group._id)).status).toBe(401);
  });

  it('two command services on one log both accept the next command of someone who joined at one of them (CQRS-08)', async () => {
    const owner = await signUp(product);
    const member = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const memberThere = new Client(there, member.token);
    expect((await say(memberThere, group._id)).status).toBe(403);

    line.delay(LATE);
    await joinGroup(member, inviteCode);
    expect((await say(memberThere, group._id)).status).toBe(200);
  });
});

describe('answers to one event at two command services', () => {
  const everyMay = { query: { startDate: '2030-05-01', endDate: '2030-05-31' } };

  /** A group with an event, and members with a client at each service in turn. */
  const dinner = async (members: number, seats: number | null) => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const body = { name: 'Dinner', date: '2030-05-14', time: '19:00', groupId: group._id, seats };
    const { event } = await owner.must('createEvent', { body });
    const guests = await Promise.all(
      Array.from({ length: members }, async (_, index) => {
        const guest = await signUp(product);
        await joinGroup(guest, inviteCode);
        return index % 2 === 0 ? guest : new Client(there, guest.token);
      }),
    );
    const params = { id: event.id };
    const shown = async () => {
      const { events } = await owner.must('events', { ...everyMay });
      return events.find(({ id }) => id === event.id)?.attendance;
    };
    const answer = (client: Client, given: 'going' | 'cant' = 'going', revision = 0) =>
      client.call('giveRsvp', { params, body: { answer: given, revision } });
    return { owner, group, guests, params, shown, answer };
  };

  it('the last seats go to the first, everybody else waits in an order, and nobody is refused (RSVP-11, RSVP-27)', async () => {
    const { guests, shown, answer } = await dinner(20, 6);
    const answers = await Promise.all(guests.map((guest) => answer(guest)));
    expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 200));
    const places = answers.flatMap(({ body }) => body.event.mine?.place ?? []);
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    await until(async () => (await shown())?.waiting === 15);
    expect(await shown()).toMatchObject({ going: 6, waiting: 15 });
  });

  it('seats that are added while people join the line are given to the line (RSVP-10, RSVP-27)', async () => {
    const { owner, guests, params, shown, answer } = await dinner(10, 1);
    line.delay(LATE);
    const [set] = await Promise.all([
      owner.call('setSeats', { params, body: { seats: 6, guestsEach: 0 } }),
      ...guests.map((guest) => answer(guest)),
    ]);
    expect(set.status).toBe(200);
    await until(async () => {
      const now = await shown();
      return now?.going === 6 && now.waiting === 5;
    });
  });

  it('seats that are taken away while people answer leave nobody beside a free seat (RSVP-12, RSVP-27)', async () => {
    const { owner, guests, params, shown, answer } = await dinner(10, 8);
    line.delay(LATE);
    await Promise.all([
      owner.call('setSeats', { params, body: { seats: 3, guestsEach: 0 } }),
      ...guests.map((guest) => answer(guest)),
    ]);
    await until(async () => {
      const now = await shown();
      return now !== undefined && now.going + now.waiting === 11 && now.going >= 3 && now.going <= 8;
    });
  });

  it('a member who leaves while a seat opens for them passes it on (RSVP-20, RSVP-27)', async () => {
    const { group, guests, shown, answer } = await dinner(3, 2);
    const [first, second, third] = guests as [Client, Client, Client];
    for (const guest of guests) await answer(guest);
    line.delay(LATE);
    await Promise.all([second.call('leaveGroup', { params: { id: group._id } }), answer(first, 'cant')]);
    await until(async () => {
      const now = await shown();
      return now?.going === 2 && now.waiting === 0;
    });
    expect((await answer(third)).body.event.mine).toMatchObject({ answer: 'going', place: null });
  });

  it('an answer given while the event moves counts for the time that its person saw (RSVP-06, RSVP-27)', async () => {
    const { owner, guests, params, shown, answer } = await dinner(4, null);
    line.delay(LATE);
    await Promise.all([
      owner.call('changeEvent', { params, body: { time: '20:00' } }),
      ...guests.map((guest) => answer(guest)),
    ]);
    await until(async () => (await shown())?.going === 5);
    expect((await shown())?.notConfirmed).toBe(4);
  });
});

it('a version that is put back while the event is edited elsewhere gives one of the two orders (UNDO-18)', async () => {
  const owner = await signUp(product);
  const ownerThere = new Client(there, owner.token);
  const when = { date: '2030-05-14', time: '19:00' };
  const { event } = await owner.must('createEvent', { body: { name: 'Dinner', ...when } });
  const params = { id: event._id };
  await owner.must('changeEvent', { params, body: { name: 'Lunch' } });
  line.delay(LATE);
  const [reverted, edited] = await Promise.all([
    ownerThere.call('revertEvent', { params, body: { revision: event.revision } }),
    owner.call('changeEvent', { params, body: { location: 'Lake' } }),
  ]);
  expect([reverted.status, edited.status]).toEqual([200, 200]);
  // The owner's connection here waits only for its own changes.
  await until(async () => (await owner.must('event', { params })).event.name === 'Dinner');
  const { event: now } = await owner.must('event', { params });
  expect(['', 'Lake']).toContain(now.location);
  const { changes } = await owner.must('eventHistory', { params });
  expect(changes).toHaveLength(4);
});

it('edits of different dates of a series at two command services all hold, and one of a date that went is refused (SERIES-22)', async () => {
  const owner = await signUp(product);
  const ownerThere = new Client(there, owner.token);
  const body = { name: 'Rowing', date: '2030-05-14', time: '19:00', repeats: { unit: 'week', count: 5 } } as const;
  const { event } = await owner.must('createEvent', { body });
  const named = (date: string) => ({ params: { id: `${event.seriesId}_2030-${date}` } });
  const rename = (client: Client, date: string, name: string) =>
    client.call('changeEvent', { ...named(date), body: { name } });
  line.delay(LATE);
  const [race, sprint, deleted, late] = await Promise.all([
    rename(owner, '05-14', 'Race'),
    rename(ownerThere, '05-21', 'Sprint'),
    owner.call('deleteEvent', { ...named('05-28'), query: {} }),
    rename(ownerThere, '05-28', 'Final'),
  ]);
  expect([race.status, sprint.status, deleted.status]).toEqual([200, 200, 200]);
  expect([200, 404]).toContain(late.status);
  const [ended, after] = await Promise.all([
    ownerThere.call('deleteEvent', { ...named('06-04'), query: { scope: 'following' } }),
    rename(owner, '06-11', 'Finish'),
  ]);
  expect(ended.status).toBe(200);
  expect([200, 404]).toContain(after.status);
  const { events } = await owner.must('events', { query: { startDate: '2030-05-01', endDate: '2030-06-30' } });
  expect(events.map(({ name }) => name)).toEqual(['Race', 'Sprint']);
  expect((await rename(owner, '06-11', 'Finish')).status).toBe(404);
});

it('a poll that two people decide at once, at two command services, becomes one event (FIND-15, FIND-21)', async () => {
  const owner = await signUp(product);
  const { group } = await createGroup(owner);
  const ownerThere = new Client(there, owner.token);
  const options = ['14', '15'].map((day) => ({ date: `2030-05-${day}`, time: '19:00' }));
  const body = { groupId: group._id, name: 'Dinner', duration: 60, timeZone: 'UTC', options };
  const { poll } = await owner.must('openPoll', { body });
  const [first = '', other = ''] = poll.options.map(({ id }) => id);
  // Both have it in their caches.
  for (const client of [owner, ownerThere])
    await client.must('vote', { params: { id: poll._id }, body: { votes: { [first]: 'yes', [other]: 'no' } } });
  line.delay(LATE);
  const decide = (client: Client, optionId: string) =>
    client.call('decidePoll', { params: { id: poll._id }, body: { optionId } });
  const both = await Promise.all([decide(owner, first), decide(ownerThere, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error).toBe('A time was already chosen');
  const query = { groupId: group._id, startDate: '2030-05-01', endDate: '2030-05-31' };
  await until(async () => (await owner.must('events', { query })).events.length > 0);
  const { events } = await owner.must('events', { query });
  expect(events.map(({ _id }) => _id)).toEqual([both.find(({ status }) => status === 200)?.body.event._id]);
});

it('a vote that comes at one command service while another decides the poll becomes an answer, or is refused (FIND-11, FIND-14, FIND-21)', async () => {
  const [owner, member] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(owner);
  await joinGroup(member, inviteCode);
  const options = ['14', '15'].map((day) => ({ date: `2030-05-${day}`, time: '19:00' }));
  const body = { groupId: group._id, name: 'Dinner', duration: 60, timeZone: 'UTC', options };
  const { poll } = await owner.must('openPoll', { body });
  const [optionId = ''] = poll.options.map(({ id }) => id);
  const params = { id: poll._id };
  const vote = (at: Client, given: 'yes' | 'no') => at.call('vote', { params, body: { votes: { [optionId]: given } } });
  // Both have it in their caches.
  for (const at of [member, new Client(there, member.token)]) expect((await vote(at, 'yes')).status).toBe(200);
  line.delay(LATE);
  const [decided, late] = await Promise.all([
    owner.call('decidePoll', { params, body: { optionId } }),
    vote(new Client(there, member.token), 'no'),
  ]);
  expect([decided.status, late.status === 200 || late.error]).toEqual([200, late.status === 200 || 'Voting has ended']);
  const answer = async () =>
    (await member.must('event', { params: { id: decided.body.event._id } })).event.mine?.answer;
  await until(async () => (await answer()) === (late.status === 200 ? 'cant' : 'going'));
});
