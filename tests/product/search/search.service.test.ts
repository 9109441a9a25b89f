import type { BodyInputOf } from '@quorum/contracts/routes.ts';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { addDays, localDate } from '@quorum/contracts/time/days.ts';
import { expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, joinGroup, signUp, startProduct } from '../../support/product.ts';
import { Chat } from '../chat/chat.ts';

const chat = new Chat();

type Question = Partial<BodyInputOf<'search'>>;

const ask = (question: Question, client: Client = chat.reader) =>
  client.call('search', { body: { words: '', kind: 'messages', timeZone: 'UTC', in: chat.groupId, ...question } });

/** What a question finds. */
const found = async (question: Question, client: Client = chat.reader): Promise<string[]> => {
  const body = { words: '', kind: 'messages', timeZone: 'UTC', in: chat.groupId, ...question } as const;
  const { results } = await client.must('search', { body });
  return results.flatMap((result) => (result.kind === 'message' ? result.message.content : []));
};

it('a search finds messages that have all words, the newest first, right after they were sent (SEARCH-02, SEARCH-06, SEARCH-20)', async () => {
  await chat.say('Samples land Monday');
  await chat.say('No more samples, please');
  await chat.say('SAMPLES arrived on Friday', {}, chat.reader);
  expect(await found({ words: 'samples' })).toEqual([
    'SAMPLES arrived on Friday',
    'No more samples, please',
    'Samples land Monday',
  ]);
  expect(await found({ words: 'samples fri' })).toEqual(['SAMPLES arrived on Friday']);
  expect(await found({ words: 'samples mond' })).toEqual(['Samples land Monday']);
  expect(await found({ words: 'samples tuesday' })).toEqual([]);
});

it('a search narrows by writer, mention, content and day (SEARCH-02, SEARCH-03, SEARCH-14)', async () => {
  const { reader, sender } = chat;
  await chat.say('From the sender');
  await chat.say('From the reader', {}, reader);
  const named = `Hello ${markOf(reader.userId)}`;
  await chat.say(named);
  await chat.say('See https://northfoldpaper.com/stocks/cotton');
  await sender.must('sendFile', { form: fileForm('file', smallPicture(), { groupId: chat.groupId }) });
  expect(await found({ from: reader.userId })).toEqual(['From the reader']);
  expect(await found({ mentions: 'me' })).toEqual([named]);
  expect(await found({ mentions: 'me' }, sender)).toEqual([]);
  expect(await found({ has: ['link'] })).toEqual(['See https://northfoldpaper.com/stocks/cotton']);
  expect(await found({ words: 'northfoldpaper', kind: 'links' })).toHaveLength(1);
  expect(await found({ words: 'stocks' })).toEqual([]);
  expect(await found({ has: ['image'] })).toHaveLength(1);
  expect(await found({ has: ['file'] })).toEqual([]);
  expect(await found({ kind: 'files', from: sender.userId })).toHaveLength(1);
  expect(await found({ words: 'from', from: sender.userId })).toEqual(['From the sender']);
});

it('a search takes days in the zone of the caller (SEARCH-03)', async () => {
  await chat.say('Written today');
  const { createdAt } = (await chat.page()).messages[0] ?? { createdAt: '' };
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const day = localDate(createdAt, timeZone);
    const question = { words: 'written', timeZone };
    expect(await found({ ...question, on: day })).toHaveLength(1);
    expect(await found({ ...question, after: addDays(day, -1) })).toHaveLength(1);
    expect(await found({ ...question, before: addDays(day, 1) })).toHaveLength(1);
    for (const none of [{ before: day }, { after: day }, { on: addDays(day, 1) }, { on: addDays(day, -1) }])
      expect(await found({ ...question, ...none })).toEqual([]);
  }
  expect((await ask({ words: 'written', on: 'someday' })).status).toBe(400);
});

it('a search finds what a message says now, and nothing of a deleted one (SEARCH-16)', async () => {
  const message = await chat.say('A first version');
  await chat.sender.must('editMessage', { params: { id: message._id }, body: { content: 'The second version' } });
  expect(await found({ words: 'first' })).toEqual([]);
  expect(await found({ words: 'second' })).toEqual(['The second version']);
  await chat.sender.must('deleteMessage', { params: { id: message._id } });
  expect(await found({ words: 'version' }, chat.sender)).toEqual([]);
  expect(await found({ from: chat.sender.userId }, chat.sender)).toEqual([]);
});

it('the pages of a search hold each message once, even if others are sent between them (SEARCH-06)', async () => {
  for (let n = 1; n <= 5; n++) await chat.say(`paper ${n}`);
  const first = await chat.reader.must('search', {
    body: { words: 'paper', kind: 'messages', timeZone: 'UTC', limit: 2, in: chat.groupId },
  });
  expect(first.next).toBeDefined();
  await chat.say('paper 6');
  const next = first.next ?? '';
  expect(await found({ words: 'paper', limit: 2, next })).toEqual(['paper 3', 'paper 2']);
  const last = await chat.reader.must('search', {
    body: { words: 'paper', kind: 'messages', timeZone: 'UTC', limit: 5, in: chat.groupId, next },
  });
  expect(last.results).toHaveLength(3);
  expect(last.next).toBeUndefined();
});

it('a search covers the groups of the caller and no others (SEARCH-10)', async () => {
  await chat.say('Between us: herring');
  const { group } = await createGroup(chat.stranger);
  await chat.stranger.must('sendMessage', { body: { groupId: group._id, content: 'Elsewhere: herring' } });
  const everywhere = { words: 'herring', kind: 'messages', timeZone: 'UTC' } as const;
  const { results } = await chat.reader.must('search', { body: everywhere });
  expect(results).toMatchObject([{ message: { content: 'Between us: herring' } }]);
  const foreign = await ask({ words: 'herring', in: group._id });
  expect([foreign.status, foreign.body]).toEqual([403, { error: 'You are not a member of this group' }]);
  expect(await ask({ words: 'herring', in: '0b9a57ac-0000-4000-8000-000000000000' })).toMatchObject({ status: 403 });
});

it('a member who is removed between two pages of a search gets nothing more (SEARCH-10, SEARCH-22)', async () => {
  for (let n = 1; n <= 4; n++) await chat.say(`minutes ${n}`);
  const question = { words: 'minutes', kind: 'messages', timeZone: 'UTC', limit: 2 } as const;
  const { next = '' } = await chat.reader.must('search', { body: question });
  expect(next).not.toBe('');
  await chat.owner.must('removeMember', { params: { id: chat.groupId, userId: chat.reader.userId } });
  const { results } = await chat.reader.must('search', { body: { ...question, next } });
  expect(results).toEqual([]);
  expect((await ask({ words: 'minutes', next })).status).toBe(403);
  const { inviteCode = '' } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
  expect(inviteCode).not.toBe('');
});

it('a search is refused if it is too short or too long (SEARCH-04)', async () => {
  const { groupId } = chat;
  const all = { words: '', in: undefined } as Question;
  for (const words of ['', '  ', 'd', '🎉🎉', '?'])
    expect(await ask({ ...all, words })).toMatchObject({ status: 400, body: { error: 'Type at least 2 letters' } });
  for (const words of ['one two three four five six seven eight nine', 'a'.repeat(201)])
    expect(await ask({ words })).toMatchObject({ status: 400, body: { error: 'This search is too long' } });
  expect((await ask({ words: '', in: groupId })).status).toBe(200);
});

it('a search counts ten times against the rate limit (SEARCH-05)', async () => {
  const product = await startProduct({ REQUEST_RATE: '20' });
  try {
    const person = await signUp(product);
    const body = { words: 'anything', kind: 'messages', timeZone: 'UTC' } as const;
    const searches = await Promise.all(Array.from({ length: 12 }, () => person.call('search', { body })));
    expect(new Set(searches.map(({ status }) => status))).toEqual(new Set([200, 429]));
  } finally {
    await product.stop();
  }
});

it('a search names the group that was joined last, too', async () => {
  const { group, inviteCode } = await createGroup(chat.stranger);
  await chat.stranger.must('sendMessage', { body: { groupId: group._id, content: 'Before you came: mackerel' } });
  await joinGroup(chat.reader, inviteCode);
  expect(await found({ words: 'mackerel', in: group._id })).toEqual(['Before you came: mackerel']);
});

/** Names of the events, people and groups that a question finds. */
const named = async (question: Question, client: Client = chat.reader): Promise<string[]> => {
  const body = { words: '', kind: 'people', timeZone: 'UTC', ...question } as const;
  const { results } = await client.must('search', { body });
  return results.map((result) => {
    if (result.kind === 'person') return result.person.firstName;
    if (result.kind === 'group') return result.group.name;
    return result.kind === 'event' ? result.event.name : result.message.content;
  });
};

it('a search finds people of the caller’s groups and the groups by their names (SEARCH-08)', async () => {
  const { group, inviteCode } = await createGroup(chat.owner, 'Wednesday Rowers');
  const { group: foreign } = await createGroup(chat.stranger, 'Wednesday Strangers');
  await joinGroup(chat.reader, inviteCode);
  expect(await named({ words: 'okaf' })).toEqual(['Maya']);
  expect(await named({ words: 'tom lin' })).toEqual(['Tom']);
  expect(await named({ words: 'tom', in: group._id })).toEqual([]);
  expect(await named({ words: 'okaf' }, chat.stranger)).toEqual([]);
  expect(await named({ words: 'wednesday', kind: 'groups' })).toEqual(['Wednesday Rowers']);
  expect((await ask({ words: 'wednesday', kind: 'groups', in: foreign._id })).status).toBe(403);
});

it('a search finds events of any time by their names, those ahead first, and a series once (SEARCH-06, SEARCH-08)', async () => {
  const { groupId, owner, reader, stranger } = chat;
  const today = localDate(chat.clock.now(), 'UTC');
  const create = (name: string, days: number, more: Record<string, unknown> = {}, client = owner) =>
    client.must('createEvent', {
      body: { groupId, name, date: addDays(today, days), time: '9:00', timeZone: 'UTC', ...more },
    });
  await create('Regatta two', 20);
  await create('Regatta one', 10);
  await create('Picnic', 5);
  const { event } = await create('Regatta weekly', 2, { repeats: { every: 1, unit: 'week' } });
  await create('Regatta of mine', 30, { groupId: 'my-q' }, reader);
  await create('Regatta of another', 3, { groupId: 'my-q' }, stranger);
  const question = { words: 'regatta', kind: 'events' } as const;
  expect(await named(question)).toEqual(['Regatta weekly', 'Regatta one', 'Regatta two', 'Regatta of mine']);
  expect(await named({ ...question, in: groupId, after: addDays(today, 12) })).toEqual(['Regatta two']);
  expect(await named(question, stranger)).toEqual(['Regatta of another']);
  chat.clock.moveOn(15 * 86_400_000);
  const body = { ...question, timeZone: 'UTC', words: 'regatta', limit: 2 };
  const first = await reader.must('search', { body });
  expect(first.results).toMatchObject([
    { event: { seriesId: event.seriesId ?? event._id } },
    { event: { name: 'Regatta two' } },
  ]);
  expect(await named({ ...body, next: first.next ?? '' })).toEqual(['Regatta of mine', 'Regatta one']);
});
