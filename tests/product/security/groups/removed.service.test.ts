import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../../support/following-client.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../../support/product.ts';
import { sharedProduct } from '../../../support/shared-product.ts';

const product = sharedProduct();

const REMOVED = [403, 'You were removed from this group'];

const club = async () => {
  const owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
  const member = await signUp(product, { firstName: 'Milo', lastName: 'Ray' });
  const { group, inviteCode, sixDigitCode } = await createGroup(owner);
  await joinGroup(member, inviteCode);
  return { owner, member, params: { id: group._id }, inviteCode, sixDigitCode };
};

const remove = (by: Client, params: { id: string }, member: Client) =>
  by.must('removeMember', { params: { ...params, userId: member.userId } });
const letBackIn = (by: Client, params: { id: string }, member: Client) =>
  by.call('letBackIn', { params: { ...params, userId: member.userId } });

const answersTo = async (guest: Client, { inviteCode, sixDigitCode }: { inviteCode: string; sixDigitCode: string }) => {
  const answered = [
    await guest.call('previewGroup', { params: { code: sixDigitCode } }),
    await guest.call('previewGroup', { params: { code: inviteCode } }),
    await guest.call('joinByCode', { body: { code: sixDigitCode } }),
    await guest.call('joinByLink', { body: { inviteCode } }),
  ];
  return answered.map(({ status, error }) => [status, error]);
};

describe('a removed member', () => {
  it('a removed member is refused by code, by link and in the preview, until let back in (SAFE-10)', async () => {
    const { owner, member, params, ...codes } = await club();
    await remove(owner, params, member);
    expect(await answersTo(member, codes)).toEqual([REMOVED, REMOVED, REMOVED, REMOVED]);
    expect((await letBackIn(owner, params, member)).status).toBe(200);
    expect((await member.call('previewGroup', { params: { code: codes.sixDigitCode } })).status).toBe(200);
    expect((await joinGroup(member, codes.inviteCode)).group.memberCount).toBe(2);
  });

  it('a removed member is refused with renewed codes (SAFE-10)', async () => {
    const { owner, member, params } = await club();
    await remove(owner, params, member);
    const renewed = await owner.must('renewInvitation', { params });
    expect(await answersTo(member, renewed)).toEqual([REMOVED, REMOVED, REMOVED, REMOVED]);
  });

  it('a removed member uses up no tries at codes by being refused (SAFE-10)', async () => {
    const { owner, member, params, ...codes } = await club();
    await remove(owner, params, member);
    for (let round = 0; round < 3; round++) await answersTo(member, codes);
    const { inviteCode } = await createGroup(owner);
    expect((await member.call('previewGroup', { params: { code: inviteCode } })).status).toBe(200);
  });

  it('a removed member stays refused after a restart (SAFE-10)', async () => {
    const { owner, member, params, ...codes } = await club();
    await remove(owner, params, member);
    await product.restart();
    expect((await answersTo(member, codes))[3]).toEqual(REMOVED);
  });

  it('a removed member differs from one who left, who may return (SAFE-10)', async () => {
    const { member, params, inviteCode } = await club();
    await member.must('leaveGroup', { params });
    expect((await joinGroup(member, inviteCode)).group.memberCount).toBe(2);
  });
});

describe('the list of removed members', () => {
  it('the list of removed members shows them to owner and admins, most recent first, and to nobody else (SAFE-10)', async () => {
    const { owner, member, params, inviteCode } = await club();
    const [admin, other] = [await signUp(product), await signUp(product, { firstName: 'Ona', lastName: 'Fry' })];
    for (const person of [admin, other]) await joinGroup(person, inviteCode);
    await owner.must('changeRole', { params: { ...params, userId: admin.userId }, body: { role: 'admin' } });
    await remove(owner, params, member);
    expect((await other.call('removedMembers', { params })).status).toBe(403);
    await remove(owner, params, other);
    for (const leader of [owner, admin]) {
      const { removed } = await leader.must('removedMembers', { params });
      expect(removed.map(({ userId }) => userId.firstName)).toEqual(['Ona', 'Milo']);
    }
    expect((await letBackIn(admin, params, member)).status).toBe(200);
    const { removed } = await admin.must('removedMembers', { params });
    expect(removed.map(({ userId }) => userId.firstName)).toEqual(['Ona']);
    const again = await letBackIn(admin, params, member);
    expect([again.status, again.error]).toEqual([404, 'This person is not among the removed members']);
  });

  it('the list of removed members drops people whose account is deleted, and what they wrote from every screen (SAFE-10, SAFE-01, PERM-23)', async () => {
    const { owner, member, params } = await club();
    await member.must('sendMessage', { body: { groupId: params.id, content: 'Hello' } });
    await remove(owner, params, member);
    const socket = await FollowingClient.connect(product, owner.token);
    await member.must('deleteAccount');
    await socket.until(() => socket.named('memberLeft').length > 0, 'the member to leave for good');
    expect(socket.named('memberLeft')).toMatchObject([
      { userId: member.userId, reason: 'account-deleted', group: { memberCount: 1 } },
    ]);
    expect((await owner.must('removedMembers', { params })).removed).toEqual([]);
    expect((await owner.must('messages', { params: { groupId: params.id } })).messages).toEqual([]);
    socket.close();
  });
});
