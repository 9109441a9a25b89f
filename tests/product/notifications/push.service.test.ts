import { HOST, type PushService, startPushService } from '@quorum/infra/adapters/push/testing/push-service.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Administrator, adminEnvironment, adminHeaders } from '../../support/administrator.ts';
import {
  type Client,
  createGroup,
  joinGroup,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';
import { connect } from '../../support/sockets.ts';

const clock = movableClock();
let service: PushService;
let product: Product;
/** The owner writes, the reader has a browser that takes pushes. */
let [owner, reader]: Client[] = [];
let [groupId, inviteCode] = ['', ''];

beforeAll(async () => {
  service = await startPushService();
  product = await startProduct(adminEnvironment, clock, (engines) => ({ ...engines, push: service.sender }));
});
afterAll(async () => {
  await product.stop();
  await service.stop();
});
beforeEach(async () => {
  service.received.length = 0;
  service.answerWith((_, response) => response.writeHead(201).end());
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  reader = await signUp(product, { firstName: 'Tom', lastName: 'Reed' });
  const made = await createGroup(owner, 'Book club');
  [groupId, inviteCode] = [made.group._id, made.inviteCode];
  await joinGroup(reader, inviteCode);
  await subscribe(reader, browserOf(reader));
});

const must = (client: Client | undefined): Client => client as Client;
const browserOf = (client: Client | undefined): string => `browser-${client?.userId}`;
const subscribe = (client: Client | undefined, browser: string) =>
  must(client).must('subscribeToPush', { body: service.subscribe(browser) });
const say = async (content: string, client = owner) =>
  (await must(client).must('sendMessage', { body: { groupId, content } })).message;
const mark = (client: Client | undefined): string => `<@${client?.userId}>`;

const received = (client = reader) => service.received.filter(({ browser }) => browser === browserOf(client));

/** Tags of mentions that were sent to wait for them. */
const ends = new Set<unknown>();

/** Sends somebody a mention, and waits until it has come. */
const mentionReaches = async (client: Client | undefined): Promise<void> => {
  const tag = `message-${(await say(`${mark(client)} that is all`))._id}`;
  ends.add(tag);
  clock.moveOn(11_000);
  await until(() => received(client).some(({ payload }) => payload.tag === tag));
};

/** Everything that was due to somebody by now. Pushes may overtake each other, but not two that follow one after the other. */
const pushesTo = async (client = reader) => {
  await mentionReaches(client);
  await mentionReaches(client);
  return received(client).flatMap(({ payload }) => (ends.has(payload.tag) ? [] : [payload]));
};

it('a message goes out after a moment, with who wrote it, where, and its text (NOTE-18, NOTE-25, NOTE-27)', async () => {
  const { _id } = await say('Shall we move to seven?');
  expect(await pushesTo()).toEqual([
    {
      title: 'Maya Okafor · Book club',
      body: 'Shall we move to seven?',
      tag: `chat-${groupId}`,
      path: `/dashboard/group/${groupId}/message/${_id}`,
      chat: groupId,
    },
  ]);
  const [push] = service.received;
  expect(push?.headers.urgency).toBe('normal');
  // Four hours from the message on.
  expect(14_400 - Number(push?.headers.ttl)).toBeGreaterThan(0);
  expect(14_400 - Number(push?.headers.ttl)).toBeLessThan(600);
  expect(push?.claims?.aud).toBe(`https://${HOST}`);
  expect(push?.bytes).toBeLessThan(3000);
});

it('nobody gets a push of what they did, in any browser (NOTE-19)', async () => {
  await subscribe(owner, browserOf(owner));
  await say('My own words');
  await say('Their words', reader);
  await plan();
  expect((await pushesTo(reader)).map(({ tag }) => String(tag).split('-', 1)).sort()).toEqual([['chat'], ['event']]);
  expect(received(owner).map(({ payload }) => payload.body)).toEqual(['Their words']);
});

it('nobody gets a push of a message that they are reading in any browser, as soon as that says so (NOTE-19)', async () => {
  const socket = await connect(product, reader?.token);
  const message = await say('You are looking at this');
  socket.emit('read', { groupId, messageId: message._id, order: message.order });
  await say('And this comes after');
  expect((await pushesTo()).map(({ body }) => body)).toEqual(['And this comes after']);
  socket.disconnect();
});

it('nobody gets a push of a message that they have read since (NOTE-19)', async () => {
  const message = await say('Read in time');
  await must(reader).must('readGroupUpTo', { params: { id: groupId }, body: { messageId: message._id } });
  expect(await pushesTo()).toEqual([]);
});

it('a push shows the text as it is, and none of a message that was deleted (NOTE-19)', async () => {
  const [edited, deleted] = [await say('First words'), await say('Forget this')];
  await must(owner).must('editMessage', { params: { id: edited._id }, body: { content: 'Better words' } });
  await must(owner).must('deleteMessage', { params: { id: deleted._id } });
  expect((await pushesTo()).map(({ body }) => body)).toEqual(['Better words']);
});

/** Lets the service put off the push of a message by a second. @returns how often it was asked, in spite of what happens meanwhile */
const putOff = async (content: string, meanwhile: (messageId: string) => Promise<unknown>): Promise<number> => {
  service.answerWith((_, response) => response.writeHead(429, { 'retry-after': '1' }).end());
  const { _id } = await say(content);
  const asked = () => received().filter(({ payload }) => payload.body === content).length;
  clock.moveOn(6000);
  await until(() => asked() === 1);
  await meanwhile(_id);
  service.answerWith((_, response) => response.writeHead(201).end());
  // biome-ignore lint/plugin: nothing announces that a push was dropped
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return asked();
};

it('a repeated push has no text of a message that was deleted in between (NOTE-19, NOTE-28)', async () => {
  expect(await putOff('Forget this too', (id) => must(owner).must('deleteMessage', { params: { id } }))).toBe(1);
});

it('a push is not repeated once the session of its browser is over (NOTE-25, NOTE-28)', async () => {
  expect(await putOff('The session ends before this', () => must(reader).must('logout'))).toBe(1);
});

it('a push is repeated after the time that its service asks for (NOTE-28)', async () => {
  expect(await putOff('Nothing happens to this', async () => undefined)).toBe(2);
});

it('a push has no text of a person who was erased (NOTE-08, NOTE-19)', async () => {
  const leaver = await signUp(product, { firstName: 'Lea', lastName: 'Ver' });
  await joinGroup(leaver, inviteCode);
  await say('Words of somebody who leaves', leaver);
  await plan({ name: 'Farewell' }, leaver);
  await leaver.must('deleteAccount');
  expect(await pushesTo()).toEqual([]);
});

/** Somebody else in the group whose browser takes pushes. */
const watcher = async () => {
  const client = await signUp(product);
  await joinGroup(client, inviteCode);
  await subscribe(client, browserOf(client));
  return client;
};

it('nobody gets a push of a group that they left, or that they muted (NOTE-03, NOTE-19)', async () => {
  const [other, leaver] = [await watcher(), await watcher()];
  await must(reader).must('chooseNotifications', { params: { id: groupId }, body: { mutedUntil: 'always' } });
  await say(`${mark(reader)} and ${mark(leaver)}`);
  await leaver.must('leaveGroup', { params: { id: groupId } });
  expect(await pushesTo(other)).toHaveLength(1);
  expect([received(), received(leaver)]).toEqual([[], []]);
});

it('the level decides which messages go out (NOTE-01, NOTE-18)', async () => {
  const choose = (level: string) =>
    must(reader).must('chooseNotifications', { params: { id: groupId }, body: { level } });
  const asked = (await say('A question', reader))._id;
  await choose('mentions');
  await say('Plain');
  await must(owner).must('sendMessage', { body: { groupId, content: 'An answer', replyTo: asked } });
  await say('<@everyone> hear');
  expect((await pushesTo()).map(({ title }) => title).sort()).toEqual([
    'Maya Okafor mentioned everyone · Book club',
    'Maya Okafor replied to you · Book club',
  ]);
});

it('a push shows no text if its person wants none (NOTE-18)', async () => {
  await must(reader).must('changeNotificationSettings', { body: { showText: false } });
  await say('A secret');
  expect((await pushesTo()).map(({ body }) => body)).toEqual(['New message']);
});

it('becoming an admin, the owner, and being removed go out (NOTE-18)', async () => {
  const other = await watcher();
  const params = { id: groupId, userId: must(reader).userId };
  await must(owner).must('changeRole', { params, body: { role: 'admin' } });
  await must(owner).must('removeMember', { params: { id: groupId, userId: other.userId } });
  expect((await pushesTo()).map(({ title }) => title)).toEqual(['You are now an admin of Book club']);
  expect(received(other).map(({ payload }) => payload.title)).toEqual(['You were removed from Book club']);
});

const plan = async (more: object = {}, client = owner) =>
  (
    await must(client).must('createEvent', {
      body: { groupId, name: 'Dinner', date: '2034-05-18', time: '19:00', timeZone: 'America/New_York', ...more },
    })
  ).event._id;
const changeEvent = (id: string, body: object) =>
  must(owner).must('changeEvent', { params: { id }, body: { ...body } });

it('a new event goes out, where it is once the time to undo is over (NOTE-18, NOTE-19)', async () => {
  const id = await plan();
  await changeEvent(id, { date: '2034-05-19' });
  expect(await pushesTo()).toMatchObject([
    {
      title: 'New event · Book club',
      body: 'Dinner, Fri, May 19, 2034, 7:00 PM',
      path: `/dashboard/group/${groupId}/event/${id}`,
    },
  ]);
});

it('a moved, a renamed and a cancelled event go out, each once (NOTE-18)', async () => {
  const id = await plan();
  await pushesTo();
  service.received.length = 0;
  await changeEvent(id, { date: '2034-05-19', name: 'Supper' });
  await pushesTo();
  await must(owner).must('deleteEvent', { params: { id } });
  await pushesTo();
  const events = received().filter(({ payload }) => String(payload.tag).startsWith('event-'));
  expect(events.map(({ payload }) => [payload.title, payload.body])).toEqual([
    ['Supper moved · Book club', 'Thu, May 18, 2034, 7:00 PM → Fri, May 19, 2034, 7:00 PM'],
    ['Supper cancelled · Book club', 'Supper, Fri, May 19, 2034, 7:00 PM'],
  ]);
});

it('a push is sent neither for a change that was undone nor for one that its person does not want to hear of (NOTE-18, NOTE-19)', async () => {
  const id = await plan();
  await pushesTo();
  service.received.length = 0;
  await changeEvent(id, { date: '2034-05-19' });
  await changeEvent(id, { date: '2034-05-18' });
  const other = await plan({ name: 'Lunch' });
  await must(owner).must('deleteEvent', { params: { id: other } });
  expect(await pushesTo()).toEqual([]);
  await must(reader).must('chooseNotifications', { params: { id: groupId }, body: { eventChanges: false } });
  await plan({ name: 'Brunch' });
  expect(await pushesTo()).toEqual([]);
});

it('a seat that opened goes out to whom it is for, of a date of a series too, unless it was given up at once (NOTE-07, NOTE-18, NOTE-19)', async () => {
  const [other, yoga] = [await watcher(), await plan({ name: 'Yoga', seats: 2, repeats: { unit: 'day' } })];
  const ids = [
    await plan({ seats: 2 }),
    `${yoga.split('_').at(0)}_2034-05-19`,
    await plan({ name: 'Supper', seats: 2 }),
  ];
  const answer = async (client: Client | undefined, given: string, eventIds = ids) => {
    for (const id of eventIds) await must(client).must('giveRsvp', { params: { id }, body: { answer: given } });
  };
  for (const client of [other, reader]) await answer(client, 'going');
  await pushesTo();
  service.received.length = 0;
  await answer(other, 'cant');
  await answer(reader, 'cant', ids.slice(2));
  const expected = ['Dinner, Thu, May 18', 'Yoga, Fri, May 19'].map((what, at) => [
    `A seat opened up. You’re going to ${what.split(',', 1).join()}.`,
    `${what}, 2034, 7:00 PM`,
    `/dashboard/group/${groupId}/event/${ids[at]}`,
  ]);
  expect((await pushesTo()).map(({ title, body, path }) => [title, body, path]).sort()).toEqual(expected);
  expect(JSON.stringify(received(other))).not.toContain('A seat');
});

it('a subscription does not outlive its session (NOTE-25)', async () => {
  await must(reader).must('logout');
  const other = await watcher();
  await say('Nobody hears this there');
  await pushesTo(other);
  expect(received()).toEqual([]);
});

it('a subscription ends with a ban (NOTE-25)', async () => {
  const message = await say('Something bad', reader);
  const { report } = await must(owner).must('report', { body: { messageId: message._id, reason: 'harassment' } });
  await say('Said before the ban');
  const admin = new Administrator(product);
  await admin.must('reviewReport', { body: { reportId: report._id, action: 'ban_user' }, headers: adminHeaders });
  await pushesTo(await watcher());
  expect(received()).toEqual([]);
});

it.each([404, 410])('a subscription ends when its service answers %i (NOTE-25)', async (status) => {
  service.answerWith((_, response) => response.writeHead(status).end());
  await say('Not taken');
  clock.moveOn(6000);
  await until(() => service.received.length === 1);
  service.answerWith((_, response) => response.writeHead(201).end());
  await until(async () => (await must(reader).must('testPush')).sent === 0);
  await subscribe(reader, browserOf(reader));
  expect(await must(reader).must('testPush')).toEqual({ sent: 1 });
});

it('a new subscription of a session replaces the one before (NOTE-25)', async () => {
  const next = `${browserOf(reader)}-next`;
  await subscribe(reader, next);
  await say('To the new one');
  clock.moveOn(6000);
  await until(() => service.received.length > 0);
  expect(service.received.map(({ browser }) => browser)).toEqual([next]);
});

it('a person gets at most 60 pushes an hour, and mentions beyond it (NOTE-20)', async () => {
  for (let n = 0; n < 65; n += 1) await say(`Message ${n}`);
  await say(`${mark(reader)} at the end`);
  const pushes = await pushesTo();
  expect(pushes.filter(({ tag }) => tag === `chat-${groupId}`)).toHaveLength(60);
  expect(pushes.map(({ body }) => body)).toContain('@Tom Reed at the end');
});

it('a test reaches the browser at once, and says if there is none (NOTE-24)', async () => {
  expect(await must(reader).must('testPush')).toEqual({ sent: 1 });
  expect(service.received.map(({ payload }) => payload.title)).toEqual(['Quorum']);
  await must(reader).must('unsubscribeFromPush');
  expect(await must(reader).must('testPush')).toEqual({ sent: 0 });
});

it('an address of our own network is refused when a browser subscribes (NOTE-28)', async () => {
  for (const endpoint of ['https://127.0.0.1/', 'https://10.0.0.1/x', 'https://localhost/', 'http://push.example.com/'])
    expect(await must(reader).call('subscribeToPush', { body: { ...service.subscribe('x'), endpoint } })).toMatchObject(
      { status: 400, error: 'This browser can’t receive notifications' },
    );
});

it('a subscription does not outlive a session that nobody ended (NOTE-25)', async () => {
  clock.moveOn(366 * 86_400_000);
  owner = await signUp(product);
  await joinGroup(owner, inviteCode);
  await say('Nobody is signed in there any more');
  await pushesTo(await watcher());
  expect(received()).toEqual([]);
});
