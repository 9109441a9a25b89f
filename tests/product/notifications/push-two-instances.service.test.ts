import { type PushService, startPushService } from '@quorum/infra/adapters/push/testing/push-service.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGroup, joinGroup, movableClock, type Product, signUp } from '../../support/product.ts';
import { startTwoProcesses } from '../../support/two-processes.ts';

const clock = movableClock();
let service: PushService;
let product: Product;
let leases: Map<string, string>;
let lost: Set<string>;
let stop: () => Promise<void>;

beforeEach(async () => {
  service = await startPushService();
  ({ product, leases, lost, stop } = await startTwoProcesses(clock, (engines) => ({
    ...engines,
    push: service.sender,
  })));
});
afterEach(async () => {
  await stop();
  await service.stop();
});

it('a message goes out once, however many processes there are (NOTE-20, NOTE-29)', async () => {
  const [maya, tom] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  await tom.must('subscribeToPush', { body: service.subscribe('laptop') });
  const say = (content: string) => maya.must('sendMessage', { body: { groupId: group._id, content } });
  for (let n = 1; n <= 10; n += 1) await say(`Message ${n}`);
  clock.moveOn(6000);
  await until(() => service.received.length >= 10);
  await say('The last one');
  clock.moveOn(6000);
  await until(() => service.received.some(({ payload }) => payload.body === 'The last one'));
  const bodies = service.received.map(({ payload }) => payload.body);
  expect(bodies).toHaveLength(11);
  expect(new Set(bodies).size).toBe(11);
});

it('every mention goes out though the leader loses its lease under load, and one sent twice has the same tag (NOTE-29)', async () => {
  const [maya, tom] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  await tom.must('subscribeToPush', { body: service.subscribe('laptop') });
  const ids: string[] = [];
  for (let n = 1; n <= 40; n += 1) {
    const body = { groupId: group._id, content: `<@${tom.userId}> ${n}` };
    ids.push((await maya.must('sendMessage', { body })).message._id);
    if (n === 20) {
      clock.moveOn(6000);
      // As if the first process had not renewed it in time.
      leases.set('alerts', 'second');
    }
  }
  clock.moveOn(6000);
  const tags = () => new Set(service.received.map(({ payload }) => payload.tag));
  await until(() => tags().size === ids.length);
  expect([...tags()].sort()).toEqual(ids.map((id) => `message-${id}`).sort());
});

it('no process sends alerts without their lease, and what waited goes out with it (NOTE-29)', async () => {
  const [maya, tom] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  await tom.must('subscribeToPush', { body: service.subscribe('laptop') });
  const asked = vi.spyOn(leases, 'get');
  /** Each process has asked for the lease since, or to keep it. One that leads without it asks again at once, so that takes a while. */
  const bothHaveAsked = async () => {
    asked.mockClear();
    const start = performance.now();
    const times = () => asked.mock.calls.filter(([name]) => name === 'alerts').length;
    await until(() => times() >= 6 && performance.now() - start >= 2000);
  };
  for (const process of ['first', 'second']) lost.add(`alerts ${process}`);
  await bothHaveAsked();
  await maya.must('sendMessage', { body: { groupId: group._id, content: `<@${tom.userId}> hear` } });
  clock.moveOn(6000);
  await bothHaveAsked();
  expect(service.received).toEqual([]);
  lost.clear();
  await until(() => service.received.length === 1);
});

it('a push that was put off is repeated neither to who has muted the group since, nor to who was removed from it (NOTE-03, NOTE-19, NOTE-28)', async () => {
  const people = [await signUp(product), await signUp(product), await signUp(product), await signUp(product)] as const;
  const [maya, tom, ana, leo] = people;
  const { group, inviteCode } = await createGroup(maya);
  const params = { id: group._id };
  for (const person of [tom, ana, leo]) {
    await joinGroup(person, inviteCode);
    await person.must('subscribeToPush', { body: service.subscribe(person.userId) });
  }
  service.answerWith((_, response) => response.writeHead(429, { 'retry-after': '1' }).end());
  const content = people.map(({ userId }) => `<@${userId}>`).join(' ');
  const { message } = await maya.must('sendMessage', { body: { groupId: group._id, content } });
  const times = ({ userId }: (typeof people)[number]) =>
    service.received.filter(({ browser, payload }) => browser === userId && payload.tag === `message-${message._id}`)
      .length;
  clock.moveOn(6000);
  await until(() => [tom, ana, leo].every((person) => times(person) === 1));
  await tom.must('chooseNotifications', { params, body: { mutedUntil: 'always' } });
  await maya.must('removeMember', { params: { ...params, userId: ana.userId } });
  // Theirs would have come before the third one to somebody else.
  await until(() => times(leo) === 3);
  expect([times(tom), times(ana)]).toEqual([1, 1]);
});
