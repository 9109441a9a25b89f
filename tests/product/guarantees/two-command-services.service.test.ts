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

  it('both refuse the next command of someone removed at one of them (CQRS-08)', async () => {
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

  it('both refuse the next command of a session ended at one of them (CQRS-08)', async () => {
    const owner = await signUp(product);
    const { group } = await createGroup(owner);
    const ownerThere = new Client(there, owner.token);
    expect((await say(ownerThere, group._id)).status).toBe(200);

    line.delay(LATE);
    await owner.must('logout');
    expect((await say(ownerThere, group._id)).status).toBe(401);
  });

  it('both accept the next command of someone who joined at one of them (CQRS-08)', async () => {
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
