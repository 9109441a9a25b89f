import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../../support/file-form.ts';
import { FollowingClient } from '../../../support/following-client.ts';
import { smallPicture } from '../../../support/pictures.ts';
import { Client, createGroup, joinGroup, movableClock, signUp } from '../../../support/product.ts';
import { sharedProduct } from '../../../support/shared-product.ts';

const clock = movableClock();
const product = sharedProduct({}, clock);

const form = (field: string, texts?: Record<string, string>) => fileForm(field, smallPicture(), texts);

type Addresses = readonly (string | null | undefined)[];

const open = (viewer: Client, addresses: Addresses) =>
  Promise.all(addresses.map(async (address) => (await viewer.file(address)).status));

/** Opens an address as another page of the same browser does: with its cookies and no other credentials. */
const openBy = async (cookie: string, address: string | null | undefined): Promise<number> =>
  (await new Client(product).file(address, { cookie })).status;

const club = async () => {
  const [owner, member] = [await signUp(product), await signUp(product)];
  await owner.must('uploadProfilePicture', { form: form('profilePicture') });
  const { group, inviteCode, sixDigitCode } = await createGroup(owner);
  const params = { id: group._id };
  await owner.must('uploadImageOfGroup', { params, form: form('image') });
  await joinGroup(member, inviteCode);
  await owner.must('sendFile', { form: form('file', { groupId: group._id }) });
  return { owner, member, params, groupId: group._id, inviteCode, sixDigitCode };
};

/** The addresses of a file, the group's image and its owner's picture, as returned to one member. */
const addressesFor = async (member: Client, groupId: string): Promise<Addresses> => {
  const { messages } = await member.must('messages', { params: { groupId } });
  const { group } = await member.must('group', { params: { id: groupId } });
  return [messages.at(-1)?.fileUrl, group.imageUrl, group.createdBy.profilePictureUrl];
};

const GOOD = [200, 200, 200];
const NONE = [404, 404, 404];

describe('the address of a file', () => {
  it('the address of a file never changes and is the same for everyone (SAFE-20)', async () => {
    const { owner, member, groupId } = await club();
    const first = await addressesFor(member, groupId);
    clock.moveOn(24 * 3_600_000);
    expect(await addressesFor(member, groupId)).toEqual(first);
    expect(await addressesFor(owner, groupId)).toEqual(first);
    for (const address of first) expect(address).toMatch(/^\/files\/[0-9a-f-]{36}$/);
    expect(await open(member, first)).toEqual(GOOD);
  });

  it('the address of a file opens nothing without a session, and nothing of a group for people outside (SAFE-20)', async () => {
    const { member, groupId } = await club();
    const addresses = await addressesFor(member, groupId);
    expect(await open(new Client(product), addresses)).toEqual([401, 401, 401]);
    expect(await open(new Client(product, 'a'.repeat(43)), addresses)).toEqual([401, 401, 401]);
    expect(await open(await signUp(product), addresses)).toEqual(NONE);
  });

  it('the address of a file opens nothing for a removed member, and everything for the others (SAFE-20)', async () => {
    const { owner, member, params, groupId } = await club();
    const addresses = await addressesFor(member, groupId);
    expect([await open(member, addresses), await open(owner, addresses)]).toEqual([GOOD, GOOD]);
    await owner.must('removeMember', { params: { ...params, userId: member.userId } });
    await owner.must('group', { params });
    expect([await open(member, addresses), await open(owner, addresses)]).toEqual([NONE, GOOD]);
  });

  it('the address of a file opens nothing for a member who left, not even from a frame (SAFE-20)', async () => {
    const { owner, member, params, groupId } = await club();
    const socket = await FollowingClient.connect(product, member.token);
    await owner.must('sendFile', { form: form('file', { groupId }) });
    await socket.until(() => socket.named('newMessage').length > 0, 'the message');
    const { fileUrl, senderId } = socket.named('newMessage')[0] as unknown as MessageView;
    const told = [fileUrl, senderId.profilePictureUrl];
    expect(await open(member, told)).toEqual([200, 200]);
    await member.must('leaveGroup', { params });
    await member.must('myGroups');
    expect(await open(member, told)).toEqual([404, 404]);
    socket.close();
  });

  it('the address of a file still shows a group the picture of someone who left it (SAFE-20)', async () => {
    const { owner, member, params } = await club();
    await member.must('uploadProfilePicture', { form: form('profilePicture') });
    const { user } = await member.must('me');
    await member.must('leaveGroup', { params });
    await owner.must('group', { params });
    expect(await open(owner, [user.profilePictureUrl])).toEqual([200]);
    expect(await open(await signUp(product), [user.profilePictureUrl])).toEqual([404]);
  });

  it('the address of a file opens an image that waits for its group for its uploader alone (SAFE-20)', async () => {
    const [ada, ben] = [await signUp(product), await signUp(product)];
    const { groupImageUrl } = await ada.must('uploadGroupImage', { form: form('groupImage') });
    expect([await open(ada, [groupImageUrl]), await open(ben, [groupImageUrl])]).toEqual([[200], [404]]);
  });

  it('the address of a file is fresh for five minutes and then asked for by its tag (SAFE-20)', async () => {
    const { owner, member, params, groupId } = await club();
    const [address] = await addressesFor(member, groupId);
    const first = await member.file(address);
    expect(first.headers.get('cache-control')).toBe('private, max-age=300');
    const tagged = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await member.file(address, tagged)).status).toBe(304);
    await owner.must('removeMember', { params: { ...params, userId: member.userId } });
    await owner.must('group', { params });
    expect((await member.file(address, tagged)).status).toBe(404);
  });
});

describe('the image of a group in an invitation', () => {
  it('the image of a group in an invitation opens by the code of the invitation, for visitors too (SAFE-20)', async () => {
    const { inviteCode } = await club();
    const visitor = new Client(product);
    const { invitation } = await visitor.must('invitation', { params: { inviteCode } });
    expect(await open(visitor, [invitation.imageUrl])).toEqual([200]);
    expect(await open(visitor, [invitation.imageUrl?.replace(/\?.*/, '')])).toEqual([401]);
  });

  it('the image of a group in an invitation opens by six digits only with a session, because they can be guessed (SAFE-20)', async () => {
    const { sixDigitCode } = await club();
    const guest = await signUp(product);
    const { group } = await guest.must('previewGroup', { params: { code: sixDigitCode } });
    expect(await open(guest, [group.imageUrl])).toEqual([200]);
    expect(await open(new Client(product), [group.imageUrl])).toEqual([404]);
  });

  it('the image of a group in an invitation does not open for people who were removed, nor by a code that was renewed (SAFE-20)', async () => {
    const { owner, member, params, inviteCode } = await club();
    const guest = await signUp(product);
    const preview = async (client: Client) =>
      (await client.must('previewGroup', { params: { code: inviteCode } })).group.imageUrl;
    const [seen, same] = [await preview(guest), await preview(member)];
    expect(same).toBe(seen);
    expect([await open(guest, [seen]), await open(member, [seen])]).toEqual([[200], [200]]);
    await owner.must('removeMember', { params: { ...params, userId: member.userId } });
    await owner.must('group', { params });
    expect([await open(guest, [seen]), await open(member, [seen])]).toEqual([[200], [404]]);
    await owner.must('renewInvitation', { params });
    await owner.must('group', { params });
    expect(await open(guest, [seen])).toEqual([404]);
  });

  it('the image of a group in an invitation does not tell whether a guessed code is right after ten wrong ones (SAFE-20)', async () => {
    const { inviteCode } = await club();
    const visitor = new Client(product);
    const { invitation } = await visitor.must('invitation', { params: { inviteCode } });
    const guess = (code: string) => visitor.file(invitation.imageUrl?.replace(/\?.*/, `?code=${code}`));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(`AAAAAA${10 + n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(404));
    expect((await guess(inviteCode)).status).toBe(429);
  });
});

describe('the cookie for files', () => {
  it('the cookie for files is set by sign-in and by `me`, for files alone, and opens what its person may see (SAFE-20)', async () => {
    const { member, groupId } = await club();
    const [address] = await addressesFor(member, groupId);
    const { headers } = await member.call('me');
    const set = headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^quorum-files=[\w-]{43}; Path=\/files; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    const cookie = set.split(';')[0] ?? '';
    expect(await openBy(cookie, address)).toBe(200);
    expect(await openBy(`other=1; ${cookie}; last=2`, address)).toBe(200);
    expect(await openBy(cookie.slice(0, -1), address)).toBe(401);
    const asApi = await fetch(`${product.origin}/api/auth/me`, { headers: { cookie } });
    expect(asApi.status).toBe(401);
  });

  it('the cookie for files is sent over https alone where the product is there (SAFE-20)', async () => {
    const { member } = await club();
    const { headers } = await member.call('me', { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it('the cookie for files ends with the session, in the browser and on the server (SAFE-20)', async () => {
    const { member, groupId } = await club();
    const [address] = await addressesFor(member, groupId);
    const cookie = `quorum-files=${member.token}`;
    expect(await openBy(cookie, address)).toBe(200);
    const { headers } = await member.call('logout');
    expect(headers.get('set-cookie')).toMatch(/^quorum-files=; Path=\/files; Max-Age=0;/);
    await expect.poll(() => openBy(cookie, address)).toBe(401);
  });
});
