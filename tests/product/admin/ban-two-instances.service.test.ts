import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Administrator, adminEnvironment, adminHeaders } from '../../support/administrator.ts';
import { Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { startWithSecondQueries } from '../../support/second-query-service.ts';
import { connect, endOf } from '../../support/sockets.ts';

let both: Awaited<ReturnType<typeof startWithSecondQueries>>;

beforeEach(async () => {
  both = await startWithSecondQueries(adminEnvironment);
});
afterEach(() => both.stop());

it('a ban decided at one instance ends sessions and sockets at another one (SAFE-03, PERM-28)', async () => {
  const { product, other } = both;
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
