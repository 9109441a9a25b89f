import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { NoticeView } from '@quorum/contracts/message/wire.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

let maya: Client;
let tom: Client;

const product = sharedProduct();

beforeAll(async () => {
  maya = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  tom = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
});

const thursday = { date: '2030-05-16', time: '19:00', timeZone: 'America/New_York', duration: 60 };
const atSeven = { startsAt: '2030-05-16T23:00:00.000Z', endsAt: '2030-05-17T00:00:00.000Z' };
const dayLater = { startsAt: '2030-05-17T23:00:00.000Z', endsAt: '2030-05-18T00:00:00.000Z' };

const page = (client: Client, groupId: string, query: Record<string, string> = {}) =>
  client.must('messages', { params: { groupId }, query });
const plan = async (groupId: string, name: string) =>
  (await maya.must('createEvent', { body: { name, groupId, ...thursday } })).event._id;
const move = (id: string) => maya.must('changeEvent', { params: { id }, body: { date: '2030-05-17' } });
const cancel = (id: string) => maya.must('deleteEvent', { params: { id } });
const named = ({ kind, person, event }: NoticeView) => [kind, person.firstName, event?.name];

describe('the notices of a chat', () => {
  it('the notices of a chat show the others at once what was moved and cancelled, and never count as unread', async () => {
    const { group, inviteCode } = await createGroup(maya);
    await joinGroup(tom, inviteCode);
    const eventId = await plan(group._id, 'Book club');
    // The read models know about the join, so every later push comes from this test.
    await page(tom, group._id);
    const unread = async () => (await tom.must('myGroups')).groups.find(({ _id }) => _id === group._id)?.unreadCount;
    const client = await FollowingClient.connect(product, tom.token);
    const pushed = () => client.named('chatNotice').map(({ notice }) => notice as NoticeView);

    await move(eventId);
    await client.until(() => pushed().length === 1, 'the notice of the move');
    await expect.poll(unread).toBe(1);
    await cancel(eventId);
    await client.until(() => pushed().length === 2, 'the notice of the cancellation');
    client.close();

    expect(pushed()).toMatchObject([
      { kind: 'moved', person: { firstName: 'Maya' }, event: { name: 'Book club', from: atSeven, to: dayLater } },
      { kind: 'cancelled', person: { firstName: 'Maya' }, event: { name: 'Book club', from: dayLater } },
    ]);
    const { messages, notices } = await page(tom, group._id);
    expect(notices.map(named)).toEqual([
      ['joined', 'Tom', undefined],
      ['moved', 'Maya', 'Book club'],
      ['cancelled', 'Maya', 'Book club'],
    ]);
    expect(notices.slice(1)).toEqual(pushed());
    // The card of the event is unchanged, and was the only unread message.
    expect(messages).toMatchObject([{ _id: eventId, isDeleted: true, isEvent: true }]);
    expect(await unread()).toBe(0);
  });

  it('the notices of a chat show who joined, left and was removed', async () => {
    const { group, inviteCode } = await createGroup(maya);
    await joinGroup(tom, inviteCode);
    await tom.must('leaveGroup', { params: { id: group._id } });
    await joinGroup(tom, inviteCode);
    await maya.must('removeMember', { params: { id: group._id, userId: tom.userId } });
    const { notices } = await page(maya, group._id);
    expect(notices.map(({ kind, person }) => [kind, person._id])).toEqual([
      ['joined', tom.userId],
      ['left', tom.userId],
      ['joined', tom.userId],
      ['removed', tom.userId],
    ]);
  });

  it('the notices of a chat come with the page of messages that they appear in (OPEN-072)', async () => {
    const { group } = await createGroup(maya);
    const say = async (content: string) =>
      (await maya.must('sendMessage', { body: { groupId: group._id, content } })).message;
    const names = ['One', 'Two', 'Three'];
    const planned: string[] = [];
    for (const name of names) planned.push(await plan(group._id, name));
    // Their cards are posted after the answers.
    await expect.poll(async () => (await page(maya, group._id)).messages.length).toBe(names.length);
    const said: string[] = [];
    for (const [at, id] of planned.entries()) {
      said.push((await say(`message ${at}`))._id);
      await move(id);
    }
    const on = async (query: Record<string, string>) => {
      const { messages, notices } = await page(maya, group._id, { limit: '1', ...query });
      return [messages.map(({ content }) => content), notices.map(({ event }) => event?.name)];
    };
    expect(await on({})).toEqual([['message 2'], ['Three']]);
    expect(await on({ before: said[2] ?? '' })).toEqual([['message 1'], ['Two']]);
    expect(await on({ after: said[0] ?? '' })).toEqual([['message 1'], ['One']]);
    expect(await on({ after: said[1] ?? '' })).toEqual([['message 2'], ['Two', 'Three']]);
  });

  it('the notices of a chat continue on the next page where a page has as many as it may have', async () => {
    const { group } = await createGroup(maya);
    const eventId = await plan(group._id, 'Book club');
    await expect.poll(async () => (await page(maya, group._id)).messages.length).toBe(1);
    const dates = Array.from({ length: limits.maxNoticePage + 1 }, (_, at) => (at % 2 === 0 ? '17' : '16'));
    for (const day of dates)
      await maya.must('changeEvent', { params: { id: eventId }, body: { date: `2030-05-${day}` } });
    const newest = await page(maya, group._id);
    expect([newest.messages, newest.notices.length, newest.hasMore]).toEqual([[], limits.maxNoticePage, true]);
    const oldest = await page(maya, group._id, { before: newest.notices[0]?._id ?? '' });
    expect(oldest.messages.map(({ _id }) => _id)).toEqual([eventId]);
    expect([oldest.notices.length, oldest.hasMore]).toEqual([1, false]);
    const forward = await page(maya, group._id, { after: eventId });
    expect(forward.notices).toEqual([...oldest.notices, ...newest.notices.slice(0, -1)]);
    expect(forward.hasMore).toBe(true);
    const last = await page(maya, group._id, { after: forward.notices.at(-1)?._id ?? '' });
    expect([last.notices, last.hasMore]).toEqual([newest.notices.slice(-1), false]);
  });

  it('the notices of a chat are unchanged by a rebuild of the read models (CQRS-04)', async () => {
    expect(await product.running.readModels.verify()).toEqual([]);
  });
});
