import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../../support/file-form.ts';
import { FollowingClient } from '../../../support/following-client.ts';
import { smallPicture } from '../../../support/pictures.ts';
import { type Client, createGroup, joinGroup, movableClock, signUp } from '../../../support/product.ts';
import { sharedProduct } from '../../../support/shared-product.ts';

const clock = movableClock();
const product = sharedProduct({}, clock);

const form = (field: string, texts?: Record<string, string>) => fileForm(field, smallPicture(), texts);

const load = async (address: string | null | undefined): Promise<number> =>
  (await fetch(new URL(address ?? '/nothing', product.origin))).status;
const loadAll = (addresses: readonly (string | null | undefined)[]) => Promise.all(addresses.map(load));

const club = async () => {
  const [owner, member] = [await signUp(product), await signUp(product)];
  await owner.must('uploadProfilePicture', { form: form('profilePicture') });
  const { group, inviteCode } = await createGroup(owner);
  const params = { id: group._id };
  await owner.must('uploadImageOfGroup', { params, form: form('image') });
  await joinGroup(member, inviteCode);
  return { owner, member, params, groupId: group._id, inviteCode };
};

/** The addresses of a file, the group's image and its owner's picture, as returned to one member. */
const addressesFor = async (member: Client, groupId: string) => {
  const { messages } = await member.must('messages', { params: { groupId } });
  const { group } = await member.must('group', { params: { id: groupId } });
  return [messages.at(-1)?.fileUrl, group.imageUrl, group.createdBy.profilePictureUrl];
};

const GOOD = [200, 200, 200];
const GONE = [403, 403, 403];

describe('the addresses of files', () => {
  it('stop working for a removed member, and for nobody else (SAFE-11)', async () => {
    const { owner, member, params, groupId } = await club();
    await owner.must('sendFile', { form: form('file', { groupId }) });
    const [theirs, others] = [await addressesFor(member, groupId), await addressesFor(owner, groupId)];
    expect([await loadAll(theirs), await loadAll(others)]).toEqual([GOOD, GOOD]);
    await owner.must('removeMember', { params: { ...params, userId: member.userId } });
    await owner.must('group', { params });
    expect([await loadAll(theirs), await loadAll(others)]).toEqual([GONE, GOOD]);
  });

  it('stop working for a member who leaves, including those from frames (SAFE-11)', async () => {
    const { owner, member, params, groupId } = await club();
    const socket = await FollowingClient.connect(product, member.token);
    await owner.must('sendFile', { form: form('file', { groupId }) });
    await socket.until(() => socket.named('newMessage').length > 0, 'the message');
    const { fileUrl, senderId } = socket.named('newMessage')[0] as unknown as MessageView;
    const told = [fileUrl, senderId.profilePictureUrl];
    expect(await loadAll(told)).toEqual([200, 200]);
    await member.must('leaveGroup', { params });
    await member.must('myGroups');
    expect(await loadAll(told)).toEqual([403, 403]);
    socket.close();
  });

  it('are valid for at most 15 minutes, and renewed by reading again (SAFE-11)', async () => {
    const { owner, member, groupId } = await club();
    await owner.must('sendFile', { form: form('file', { groupId }) });
    const first = await addressesFor(member, groupId);
    clock.moveOn(15 * 60_000);
    expect(await loadAll(first)).toEqual(GONE);
    expect(await loadAll(await addressesFor(member, groupId))).toEqual(GOOD);
  });

  it('of a preview are for invited people, until they are removed (SAFE-11)', async () => {
    const { owner, member, params, inviteCode } = await club();
    const guest = await signUp(product);
    const preview = async (client: Client) =>
      (await client.must('previewGroup', { params: { code: inviteCode } })).group.imageUrl;
    const seen = [await preview(guest), await preview(member)];
    expect(await loadAll(seen)).toEqual([200, 200]);
    await owner.must('removeMember', { params: { ...params, userId: member.userId } });
    await owner.must('group', { params });
    expect(await loadAll(seen)).toEqual([200, 403]);
  });

  it('open no other files, and work for nobody else (SAFE-11)', async () => {
    const { owner, member, groupId } = await club();
    await owner.must('sendFile', { form: form('file', { groupId }) });
    const [file, image] = await addressesFor(member, groupId);
    const address = new URL(file ?? '', product.origin);
    const other = new URL(image ?? '', product.origin);
    expect(await load(`${other.pathname}${address.search}`)).toBe(403);
    expect(await load(`${address.pathname}${address.search}`.replace(member.userId, owner.userId))).toBe(403);
  });
});
