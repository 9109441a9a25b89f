import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { composeQueryService } from '@quorum/infra/processes/compose-query-service.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { serviceParts } from '@quorum/infra/processes/service-parts.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import type { QueryService } from '@quorum/query-service/start-query-service.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Administrator, adminEnvironment, adminHeaders } from '../../support/administrator.ts';
import { Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';
import { connect, endOf } from '../../support/sockets.ts';

let product: Product;
let queries: QueryService;
let server: Server;
/** A second query service with its own sessions and sockets, on the stores of the first. */
let other: { readonly origin: string };

beforeEach(async () => {
  let shared: Engines | undefined;
  product = await startProduct(adminEnvironment, undefined, (engines) => {
    shared = engines;
    return engines;
  });
  const settings = readSettings({
    DATA_DIR: product.dataDir,
    TRUST_PROXY: 'true',
    REQUEST_RATE: '100000',
    MESSAGE_RATE: '100000',
    ...adminEnvironment,
  });
  const parts = { settings, engines: shared as Engines, log: pino({ level: 'silent' }) };
  queries = await composeQueryService(serviceParts(parts, undefined));
  server = createServer(queries.app.callback());
  await queries.listen(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  other = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterEach(async () => {
  await queries.stop();
  server.closeAllConnections();
  await product.stop();
});

it('a ban decided at one instance ends sessions and sockets at another one (SAFE-03, PERM-28)', async () => {
  const ada = await signUp(product);
  const ben = await signUp(product);
  const { group, inviteCode } = await createGroup(ben);
  await joinGroup(ada, inviteCode);
  const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: 'Pay me' } });
  const { report } = await ben.must('report', { body: { messageId: message._id, reason: 'harassment' } });
  const there = new Client(other, ada.token);
  await until(async () => (await there.call('me')).status === 200);
  const ended = [await connect(other, ada.token), await connect(product, ada.token)].map(endOf);
  const stays = await connect(other, ben.token);

  const admin = new Administrator(product);
  await admin.must('reviewReport', { body: { reportId: report._id, action: 'ban_user' }, headers: adminHeaders });
  const decided = performance.now();
  await Promise.all(ended);
  const sockets = performance.now() - decided;
  await until(async () => (await there.call('me')).status === 401);
  console.info(
    `sockets ended ${sockets.toFixed(0)} ms, the session ${(performance.now() - decided).toFixed(0)} ms after the ban`,
  );
  expect((await there.call('me')).status).toBe(401);
  expect(stays.connected).toBe(true);
  stays.disconnect();
});
