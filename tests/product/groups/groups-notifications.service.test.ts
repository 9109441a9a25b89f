import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

let product: Product;
let [maya, tom]: Client[] = [];
let [groupId, inviteCode] = ['', ''];

beforeAll(async () => {
  product = await startProduct({ WEB_PUSH: 'off' });
  [maya, tom] = [await signUp(product), await signUp(product)];
  const made = await createGroup(maya);
  [groupId, inviteCode] = [made.group._id, made.inviteCode];
  await joinGroup(tom, inviteCode);
});
afterAll(() => product.stop());

const choose = (client: Client | undefined, body: Record<string, unknown>, id = groupId) =>
  client?.call('chooseNotifications', { params: { id }, body });

const chosen = async (client: Client | undefined) => {
  const answer = await client?.must('groupPreferences');
  const { color: _, ...rest } = answer?.preferences[groupId] ?? {};
  return rest;
};

it('the notifications of a group are each member’s own choice, and end with the membership (NOTE-01)', async () => {
  expect(await chosen(tom)).toEqual({});
  expect((await choose(tom, { level: 'mentions', eventChanges: false }))?.body).toEqual({ success: true });
  expect(await chosen(tom)).toEqual({ level: 'mentions', eventChanges: false });
  await tom?.must('changeGroupPreferences', { body: { groupId, pinned: true } });
  expect(await chosen(tom)).toEqual({ level: 'mentions', eventChanges: false, pinned: true });
  expect(await chosen(maya)).toEqual({});
  await tom?.must('leaveGroup', { params: { id: groupId } });
  if (tom !== undefined) await joinGroup(tom, inviteCode);
  expect(await chosen(tom)).toEqual({});
});

it('a group is muted until an instant or for good, and an instant in the past ends that (NOTE-02, NOTE-03)', async () => {
  const until = new Date(Date.now() + 60_000).toISOString();
  for (const mutedUntil of [until, 'always', null]) {
    await choose(tom, { mutedUntil });
    expect(await chosen(tom)).toEqual({ mutedUntil });
  }
  await choose(tom, { mutedUntil: 'always' });
  await choose(tom, { mutedUntil: new Date(Date.now() - 1_000).toISOString() });
  expect(await chosen(tom)).toEqual({ mutedUntil: null });
});

it('a choice that is none is refused, and so is one for a group of others', async () => {
  for (const body of [
    {},
    { level: 'loud' },
    { eventChanges: 'yes' },
    { mutedUntil: 'tomorrow' },
    { mutedUntil: '2026-05-14' },
  ])
    expect((await choose(tom, body))?.status).toBe(400);
  expect((await choose(tom, { level: 'all' }, randomUUID()))?.status).toBe(403);
});

it('a server that sends no pushes says so and takes no subscription (NOTE-30)', async () => {
  expect((await maya?.must('notifications'))?.push).toEqual({ publicKey: '', available: false });
  const target = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'key', auth: 'secret' }, timeZone: 'UTC' };
  for (const refused of [await maya?.call('subscribeToPush', { body: target }), await maya?.call('testPush')])
    expect([refused?.status, refused?.error]).toEqual([409, 'Notifications are turned off on this server']);
});
