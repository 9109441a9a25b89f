import { itemWords, wordsText } from '@quorum/contracts/activity/item-words.ts';
import { EVERYONE, markOf } from '@quorum/contracts/text/mentions.ts';
import type { CollectionName, Reads } from '@quorum/service-kit/reads/collections.ts';
import { expect, it, vi } from 'vitest';
import { type Client, freshPhone, joinGroup, signUp } from '../../support/product.ts';
import { signInElsewhere } from '../../support/sign-in.ts';
import { Chat } from '../chat/chat.ts';

const chat = new Chat();

const zone = 'America/New_York';
const friday = { date: '2030-05-17', time: '19:00', timeZone: zone, duration: 60 };

const itemsOf = async (client: Client) =>
  (await client.must('activity')).items.filter(({ groupId }) => groupId === chat.groupId);

/** What Activity says about the group of the test, newest first, without the signs that isolate names. */
const said = async (client: Client) =>
  (await itemsOf(client)).map((item) =>
    wordsText(itemWords(item, 'the group', zone) ?? []).replace(/[\u2066-\u2069]/g, ''),
  );

const plan = async (name: string, client = chat.owner) =>
  (await client.must('createEvent', { body: { name, groupId: chat.groupId, location: 'Park', ...friday } })).event._id;

const change = (id: string, body: Record<string, unknown>) => chat.owner.must('changeEvent', { params: { id }, body });

const documents = (collection: CollectionName, where: Record<string, string>) =>
  (chat.reads.active as unknown as Reads).query(collection, { where, limit: 1000 });

it('Activity shows what mentions and answers a person, and not what they wrote themselves (NOTE-07, NOTE-08)', async () => {
  const { reader, sender } = chat;
  const mine = await chat.say(markOf(EVERYONE), {}, reader);
  await chat.say('Sure', { replyTo: mine._id });
  await chat.say(`Hear, ${markOf(EVERYONE)} and ${markOf(reader.userId)}`);
  await chat.say(`Hear, ${markOf(EVERYONE)}`);
  await chat.say('Nobody');
  expect(await said(reader)).toEqual([
    'Tom Lind mentioned everyone',
    'Tom Lind mentioned you',
    'Tom Lind replied to you',
  ]);
  expect(await said(sender)).toEqual(['Ana Ruiz mentioned everyone']);
  const [newest, mention] = await itemsOf(reader);
  expect(newest).toMatchObject({ messageId: newest?._id, text: `Hear, ${markOf(EVERYONE)}` });
  expect(mention?.mentions).toMatchObject([{ _id: reader.userId, firstName: 'Ana' }]);
});

it('Activity shows what became of an event, one item for each call, and of a cancelled one only that (NOTE-07)', async () => {
  const id = await plan('Dinner');
  await change(id, { name: 'Supper' });
  await change(id, { name: 'Feast', location: 'Hall' });
  await change(id, { name: 'Meal', date: '2030-05-18', location: 'Barn' });
  await change(id, { description: 'Bring salt' });
  expect(await said(chat.reader)).toEqual([
    'Maya Okafor moved Meal',
    'Maya Okafor changed the place of Feast',
    'Maya Okafor renamed Dinner to Supper',
    'Maya Okafor added Dinner',
  ]);
  const [moved] = await itemsOf(chat.reader);
  expect(moved?.event).toMatchObject({
    _id: id,
    from: { startsAt: '2030-05-17T23:00:00.000Z' },
    to: { startsAt: '2030-05-18T23:00:00.000Z' },
  });
  await chat.owner.must('deleteEvent', { params: { id } });
  expect(await said(chat.reader)).toEqual(['Maya Okafor cancelled Meal']);
  await chat.owner.must('restoreEvent', { params: { id } });
  expect(await said(chat.reader)).toEqual(['Maya Okafor restored Meal']);
  expect(await said(chat.owner)).toEqual([]);
  const { notices } = await chat.page();
  expect(notices.map(({ kind }) => kind)).not.toContain('created');
  expect(notices.map(({ kind }) => kind)).not.toContain('changed');
});

it('Activity tells whom a seat opened for that they are going (NOTE-07)', async () => {
  const { event } = await chat.owner.must('createEvent', {
    body: { name: 'Dinner', groupId: chat.groupId, seats: 2, ...friday },
  });
  const answer = (client: Client, given: string) =>
    client.must('giveRsvp', { params: { id: event._id }, body: { answer: given } });
  await answer(chat.sender, 'going');
  await answer(chat.reader, 'going');
  expect(await said(chat.reader)).toEqual(['Maya Okafor added Dinner']);
  await answer(chat.sender, 'cant');
  await vi.waitFor(async () =>
    expect(await said(chat.reader)).toEqual(['A seat opened up. You’re going to Dinner.', 'Maya Okafor added Dinner']),
  );
  expect(await said(chat.sender)).toEqual(['Maya Okafor added Dinner']);
  await chat.owner.must('deleteEvent', { params: { id: event._id } });
  expect(await said(chat.reader)).toEqual(['Maya Okafor cancelled Dinner']);
});

it('Activity tells of a seat that opened on one date of a series (NOTE-07)', async () => {
  const { event } = await chat.owner.must('createEvent', {
    body: { name: 'Yoga', groupId: chat.groupId, seats: 2, ...friday, repeats: { unit: 'day' } },
  });
  const id = `${event._id.split('_').at(0)}_2030-05-18`;
  const answer = (client: Client, given: string) =>
    client.must('giveRsvp', { params: { id }, body: { answer: given } });
  await answer(chat.sender, 'going');
  await answer(chat.reader, 'going');
  await answer(chat.sender, 'cant');
  await vi.waitFor(async () => expect(await said(chat.reader)).toContain('A seat opened up. You’re going to Yoga.'));
  const [{ event: seat } = {}] = await itemsOf(chat.reader);
  expect(seat).toMatchObject({ _id: id, from: { startsAt: '2030-05-18T23:00:00.000Z' } });
});

it('Activity shows roles and a removal to whom they concern, and nothing else of the group after it (NOTE-07, NOTE-08)', async () => {
  const { owner, reader, groupId } = chat;
  const role = (name: string) =>
    owner.must('changeRole', { params: { id: groupId, userId: reader.userId }, body: { role: name } });
  await role('admin');
  await role('member');
  await owner.must('transferOwnership', { params: { id: groupId }, body: { userId: reader.userId } });
  expect(await said(reader)).toEqual([
    'You are now the owner of the group',
    'You are no longer an admin of the group',
    'You are now an admin of the group',
  ]);
  expect(await said(owner)).toEqual([]);
  await chat.say(markOf(chat.sender.userId), {}, reader);
  await reader.must('removeMember', { params: { id: groupId, userId: chat.sender.userId }, body: {} });
  const { name } = (await reader.must('group', { params: { id: groupId } })).group;
  const later = { name: 'Secret plans', description: 'For members' };
  await reader.must('changeGroupDetails', { params: { id: groupId }, body: later });
  expect(await said(chat.sender)).toEqual([`You were removed from ${name}`]);
  await reader.must('deleteGroup', { params: { id: groupId }, body: { confirmationName: later.name } });
  expect(await said(chat.sender)).toEqual([]);
});

it('Activity shows only what happened since a member joined (NOTE-08)', async () => {
  await chat.say(markOf(chat.reader.userId));
  await plan('Dinner');
  expect(await said(chat.reader)).toHaveLength(2);
  await chat.reader.must('leaveGroup', { params: { id: chat.groupId } });
  expect(await said(chat.reader)).toEqual([]);
  const { inviteCode = '' } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
  await joinGroup(chat.reader, inviteCode);
  expect(await said(chat.reader)).toEqual([]);
});

it('Activity holds no text of a deleted message, of a removed one, or of a deleted account (NOTE-08)', async () => {
  const leo = await signUp(chat.product, { firstName: 'Leo', lastName: 'Brandt' });
  const { inviteCode = '' } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
  await joinGroup(leo, inviteCode);
  const deleted = await chat.say(`${markOf(chat.reader.userId)} the secret`);
  await chat.say(`${markOf(chat.reader.userId)} the promise`, {}, leo);
  await plan('The surprise', leo);
  await chat.owner.must('changeRole', {
    params: { id: chat.groupId, userId: chat.sender.userId },
    body: { role: 'admin' },
  });
  await chat.sender.must('deleteMessage', { params: { id: deleted._id } });
  expect(JSON.stringify(await itemsOf(chat.reader))).not.toContain('secret');
  expect(await said(chat.reader)).toHaveLength(2);
  await leo.must('deleteAccount');
  await vi.waitFor(async () => expect(await said(chat.reader)).toEqual([]));
  const stored = JSON.stringify([
    await documents('concerns', { groupId: chat.groupId, audienceId: chat.reader.userId }),
    await documents('notices', { creatorId: leo.userId }),
  ]);
  expect(stored).toBe('[[],[]]');
});

it('Activity is unread until it was opened, or until the chat was read, and the list of groups counts the same (NOTE-04, NOTE-12)', async () => {
  const { reader, groupId } = chat;
  const counts = async () => {
    const { unread } = await reader.must('activity');
    const { activityUnread, changesUnread, groups } = await reader.must('myGroups');
    expect(activityUnread).toBe(unread);
    return [unread, changesUnread, groups.find(({ _id }) => _id === groupId)?.mentionCount];
  };
  const open = async () => {
    const [newest] = (await reader.must('activity')).items;
    await reader.must('readActivity', { body: { upTo: newest?.at ?? '' } });
  };
  await plan('Dinner');
  await open();
  expect(await counts()).toEqual([0, 0, 0]);
  chat.clock.moveOn(1_000);
  const first = await chat.say(markOf(reader.userId));
  chat.clock.moveOn(1_000);
  await plan('Supper');
  expect(await counts()).toEqual([2, 1, 1]);
  await reader.must('readGroupUpTo', { params: { id: groupId }, body: { messageId: first._id } });
  expect(await counts()).toEqual([1, 1, 0]);
  chat.clock.moveOn(1_000);
  await chat.say(markOf(EVERYONE));
  expect(await counts()).toEqual([2, 1, 1]);
  await open();
  expect(await counts()).toEqual([0, 0, 1]);
});

it('the instant up to which Activity was read only moves forward, and one to come counts as now (NOTE-13)', async () => {
  const { reader } = chat;
  const read = (upTo: string) => reader.must('readActivity', { body: { upTo } });
  const readUpTo = async () => (await reader.must('activity')).readUpTo;
  const now = new Date(chat.clock.now()).toISOString();
  await read(now);
  expect(await readUpTo()).toBe(now);
  await read('2020-01-01T00:00:00.000Z');
  expect(await readUpTo()).toBe(now);
  await read('2999-01-01T00:00:00.000Z');
  const last = (await readUpTo()) ?? '';
  expect(last > now && last < '2100').toBe(true);
});

it('a message to everyone and a new event write one document each, whatever the number of members (NOTE-14)', async () => {
  const { inviteCode = '' } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
  const people = await Promise.all(Array.from({ length: 10 }, () => signUp(chat.product)));
  for (const person of people) await joinGroup(person, inviteCode);
  const { _id: messageId } = await chat.say(markOf(EVERYONE));
  await plan('Dinner');
  for (const person of [...people, chat.reader]) expect(await said(person)).toHaveLength(2);
  expect(await documents('concerns', { messageId })).toHaveLength(1);
  const notices = (await documents('notices', { groupId: chat.groupId })) as readonly { entryId: string | null }[];
  expect(notices.filter(({ entryId }) => entryId !== null)).toHaveLength(1);
});

it('Activity holds what happened in the last 30 days, and at most 200 items (NOTE-11)', async () => {
  const phone = freshPhone();
  const leo = await signUp(chat.product, { phone });
  const { inviteCode = '' } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
  await joinGroup(leo, inviteCode);
  for (let n = 0; n < 205; n += 1) await chat.say(markOf(leo.userId));
  const { items } = await leo.must('activity');
  expect(items).toHaveLength(200);
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  chat.clock.moveOn(31 * 86_400_000);
  const later = await signInElsewhere(chat.product, chat.clock, phone);
  expect((await later.must('activity')).items).toEqual([]);
});
