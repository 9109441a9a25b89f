import { markOf } from '@quorum/contracts/text/mentions.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { Client, createGroup, joinGroup, movableClock, signUp } from '../../support/product.ts';
import { startWithSecondQueries } from '../../support/second-query-service.ts';

const clock = movableClock();
let both: Awaited<ReturnType<typeof startWithSecondQueries>>;
let owner: Client;
/** Two browsers of one person, each at a gateway of its own. */
let [here, there]: Client[] = [];
let sockets: readonly FollowingClient[] = [];
let groupId = '';

beforeAll(async () => {
  both = await startWithSecondQueries({}, clock);
});
afterAll(() => both.stop());
beforeEach(async () => {
  const { product, other } = both;
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  const reader = await signUp(product);
  const made = await createGroup(owner);
  groupId = made.group._id;
  await joinGroup(reader, made.inviteCode);
  const second = new Client(other, reader.token);
  await until(async () => (await second.must('myGroups')).groups.length === 1);
  [here, there] = [reader, second];
  sockets = [await FollowingClient.connect(product, reader.token), await FollowingClient.connect(other, reader.token)];
  return () => {
    for (const socket of sockets) socket.close();
  };
});

const say = async (content: string) => (await owner.must('sendMessage', { body: { groupId, content } })).message;
const plan = (name: string) =>
  owner.must('createEvent', { body: { name, groupId, date: '2030-05-17', time: '19:00', timeZone: 'UTC' } });

const countsOf = async (client: Client | undefined) => {
  const { activityUnread, changesUnread, groups } = (await client?.must('myGroups')) ?? { groups: [] };
  const [{ unreadCount, mentionCount } = {}] = groups;
  return { unreadCount, mentionCount, activityUnread, changesUnread };
};

/** Both gateways tell their browser, and both answer with the same numbers. */
const bothHave = async (frame: string, times: number, counts: object) => {
  for (const socket of sockets) await socket.until(() => socket.named(frame).length === times, frame);
  for (const client of [here, there])
    await until(async () => JSON.stringify(await countsOf(client)) === JSON.stringify(counts));
};

it('two browsers at two gateways hear the same and count the same after each change (NOTE-05, NOTE-13, NOTE-15)', async () => {
  const message = await say(`Come, ${markOf(here?.userId ?? '')}`);
  await bothHave('newMessage', 1, { unreadCount: 1, mentionCount: 1, activityUnread: 1, changesUnread: 0 });
  clock.moveOn(1000);
  await plan('Dinner');
  await bothHave('chatNotice', 1, { unreadCount: 2, mentionCount: 1, activityUnread: 2, changesUnread: 1 });
  const [first, second] = sockets;
  first?.socket.emit('read', { groupId, messageId: message._id, order: message.order });
  await second?.until(() => second.uncounted.some(({ name }) => name === 'userRead'), 'a read mark');
  await here?.must('readGroupUpTo', { params: { id: groupId }, body: { messageId: message._id } });
  await bothHave('chatNotice', 1, { unreadCount: 1, mentionCount: 0, activityUnread: 1, changesUnread: 1 });
  const [newest] = (await there?.must('activity'))?.items ?? [];
  await here?.must('readActivity', { body: { upTo: newest?.at ?? '' } });
  await bothHave('activityRead', 1, { unreadCount: 1, mentionCount: 0, activityUnread: 0, changesUnread: 0 });
});

it('a pin and its end reach the browsers at both gateways (PIN-08)', async () => {
  const { _id: messageId } = await say('Keep this');
  const pin = () => owner.must('pinMessage', { params: { id: groupId }, body: { messageId } });
  await pin();
  await owner.must('unpinMessage', { params: { id: groupId, messageId } });
  for (const socket of sockets) {
    await socket.until(() => socket.named('pinsUpdated').length === 2, 'the pins');
    expect(socket.named('pinsUpdated')).toMatchObject([
      { count: 1, newest: { message: { content: 'Keep this' } }, added: messageId },
      { count: 0, newest: null, removed: messageId },
    ]);
  }
});

it('a mention shows the present name at both gateways, and none after the account was deleted (MENTION-12)', async () => {
  const leo = await signUp(both.product, { firstName: 'Leo', lastName: 'Brandt' });
  await joinGroup(leo, (await owner.must('group', { params: { id: groupId } })).group.inviteCode ?? '');
  const { _id } = await say(`Hi ${markOf(leo.userId)}`);
  const namesAt = () =>
    Promise.all(
      [here, there].map(async (client) => {
        const { messages } = (await client?.must('messages', { params: { groupId } })) ?? { messages: [] };
        return messages.find((message) => message._id === _id)?.mentions?.[0]?.firstName;
      }),
    );
  const bothNamed = (name: string) => until(async () => (await namesAt()).every((shown) => shown === name));
  await leo.must('updateName', { body: { firstName: 'Leon', lastName: 'Brandt' } });
  await bothNamed('Leon');
  for (const socket of sockets) await socket.until(() => socket.named('memberUpdated').length === 1, 'the name');
  await leo.must('leaveGroup', { params: { id: groupId } });
  await bothNamed('Leon');
  await leo.must('deleteAccount');
  await bothNamed('');
});
