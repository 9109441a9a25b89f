import { randomUUID } from 'node:crypto';
import { EVERYONE, markOf } from '@quorum/contracts/text/mentions.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { expect, it, vi } from 'vitest';
import { type Client, joinGroup, signUp } from '../../support/product.ts';
import { Chat } from './chat.ts';

const chat = new Chat();

const countsOf = async (client: Client) => {
  const { groups } = await client.must('myGroups');
  const { unreadCount, mentionCount } = groups.find(({ _id }) => _id === chat.groupId) ?? {};
  return [unreadCount, mentionCount];
};

const concerns = () =>
  (chat.reads.active as unknown as Reads).query('concerns', {
    where: {
      groupId: chat.groupId,
      audienceId: [chat.groupId, chat.owner.userId, chat.reader.userId, chat.sender.userId],
    },
    limit: 100,
  });

const grow = async (count: number): Promise<Client[]> => {
  const { inviteCode = '' } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
  const people = await Promise.all(Array.from({ length: count }, () => signUp(chat.product)));
  for (const person of people) await joinGroup(person, inviteCode);
  return people;
};

it('a message names the members that it mentions, and turns the mark of anybody else into words (MENTION-04)', async () => {
  const [reader, stranger] = [chat.reader.userId, chat.stranger.userId];
  const message = await chat.say(`Hi ${markOf(reader)} and ${markOf(stranger)}, ${markOf(randomUUID())} <@maya>`);
  expect(message.content).toBe(`Hi ${markOf(reader)} and @someone, @someone <@maya>`);
  expect(message.mentions).toMatchObject([{ _id: reader, firstName: 'Ana', lastName: 'Ruiz' }]);
  expect(message).not.toHaveProperty('everyone');
  expect(await chat.seen(message._id)).toEqual(message);
  const plain = await chat.say('Nobody');
  expect(plain).not.toHaveProperty('mentions');
});

it('mentions, replies and everyone count once a message, not for the sender, and go with the message (NOTE-04, NOTE-08)', async () => {
  const { owner, sender, reader } = chat;
  const first = await chat.say('Mine', {}, reader);
  const reply = await chat.say(`${markOf(reader.userId)} ${markOf(sender.userId)}`, { replyTo: first._id });
  await chat.say('An answer', { replyTo: first._id });
  await chat.say(`${markOf(EVERYONE)} ${markOf(reader.userId)}`);
  await chat.say('To nobody');
  expect(await countsOf(reader)).toEqual([4, 3]);
  expect(await countsOf(owner)).toEqual([5, 1]);
  expect(await countsOf(sender)).toEqual([1, 0]);
  await sender.must('deleteMessage', { params: { id: reply._id } });
  expect(await countsOf(reader)).toEqual([3, 2]);
});

it('a mention of everyone appends as much as a plain message, and writes one document, whatever the number of members, and none for the sender (NOTE-08, NOTE-14, NOTE-35)', async () => {
  await grow(10);
  const { order } = await chat.say(`${markOf(EVERYONE)} ${markOf(chat.sender.userId)}`);
  expect(await countsOf(chat.reader)).toEqual([1, 1]);
  expect(await concerns()).toMatchObject([{ audienceId: chat.groupId, kind: 'everyone' }]);
  const [plain, last] = [(await chat.say('To all')).order, (await chat.say('Again')).order];
  expect(Number(plain) - Number(order)).toBe(Number(last) - Number(plain));
});

it('an edit changes who is marked, not who was alerted (MENTION-04)', async () => {
  const message = await chat.say(`Hi ${markOf(chat.reader.userId)}`);
  const edited = await chat.sender.must('editMessage', {
    params: { id: message._id },
    body: { content: `Hi ${markOf(chat.owner.userId)} ${markOf(chat.stranger.userId)}` },
  });
  expect(edited.message.content).toBe(`Hi ${markOf(chat.owner.userId)} @someone`);
  expect(edited.message.mentions).toMatchObject([{ _id: chat.owner.userId }]);
  expect(await countsOf(chat.reader)).toEqual([1, 1]);
  expect(await countsOf(chat.owner)).toEqual([1, 0]);
});

it('a mention shows the present name, and none after the account was deleted (MENTION-05)', async () => {
  const [leo] = await grow(1);
  const id = leo?.userId ?? '';
  const message = await chat.say(`Hi ${markOf(id)}`);
  await leo?.must('updateName', { body: { firstName: 'Leo', lastName: 'Brandt' } });
  expect((await chat.seen(message._id))?.mentions).toMatchObject([{ _id: id, firstName: 'Leo' }]);
  await leo?.must('deleteAccount');
  await vi.waitFor(async () =>
    expect((await chat.seen(message._id))?.mentions).toMatchObject([{ firstName: '', lastName: '' }]),
  );
});

it('everyone may mention everyone in a group of 20, else its owner and admins, and at most 20 people are mentioned (MENTION-06, MENTION-12)', async () => {
  const people = await grow(17);
  await chat.say(markOf(EVERYONE));
  const [last] = await grow(1);
  const all = [...people, last, chat.owner, chat.reader, chat.sender].map((person) => markOf(person?.userId ?? ''));
  expect(all).toHaveLength(21);
  const send = (content: string, client = chat.sender) =>
    client.call('sendMessage', { body: { groupId: chat.groupId, content } });
  const denied = await send(`Hear, ${markOf(EVERYONE)}`);
  expect([denied.status, denied.error]).toEqual([403, 'Only the owner and admins can mention everyone here']);
  const typed = await chat.say('Plain');
  const edit = { params: { id: typed._id }, body: { content: markOf(EVERYONE) } };
  expect((await chat.sender.call('editMessage', edit)).status).toBe(403);
  expect((await send(markOf(EVERYONE), chat.owner)).status).toBe(200);
  const tooMany = await send(all.join(' '));
  expect([tooMany.status, tooMany.error]).toEqual([400, 'Mention at most 20 people, or everyone']);
  expect((await send([...all.slice(1), ...all.slice(1)].join(' '))).status).toBe(200);
});
