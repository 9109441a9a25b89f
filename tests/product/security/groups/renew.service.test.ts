import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../../support/following-client.ts';
import { createGroup, joinGroup, signUp } from '../../../support/product.ts';
import { sharedProduct } from '../../../support/shared-product.ts';

const product = sharedProduct();

describe('renewing the invitation', () => {
  it('renewing the invitation creates a new code and link, and refuses the old ones at once (SAFE-10)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode, sixDigitCode } = await createGroup(owner);
    const params = { id: group._id };
    const renewed = await owner.must('renewInvitation', { params });
    expect(renewed.inviteCode).toMatch(/^(?=.*[A-Z])[A-Z0-9]{8}$/);
    expect(renewed.sixDigitCode).toMatch(/^\d{6}$/);
    expect(renewed.inviteLink).toBe(`http://localhost:${product.running.port}/${renewed.inviteCode}`);
    expect([renewed.inviteCode, renewed.sixDigitCode]).not.toEqual([inviteCode, sixDigitCode]);
    expect(renewed.group).toMatchObject({ inviteCode: renewed.inviteCode, sixDigitCode: renewed.sixDigitCode });

    const guest = await signUp(product);
    const refused = [
      await guest.call('previewGroup', { params: { code: sixDigitCode } }),
      await guest.call('joinByCode', { body: { code: sixDigitCode } }),
      await guest.call('joinByLink', { body: { inviteCode } }),
    ];
    expect(refused.map(({ status, error }) => [status, error])).toEqual([
      [404, 'Invalid invitation code'],
      [404, 'Invalid invitation code'],
      [404, 'Invalid invitation link'],
    ]);
    expect((await guest.must('previewGroup', { params: { code: renewed.sixDigitCode } })).group._id).toBe(group._id);
    expect((await joinGroup(guest, renewed.inviteCode)).group._id).toBe(group._id);
  });

  it('renewing the invitation reaches members at once, whose view then has the new codes (SAFE-10)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const params = { id: group._id };
    const admin = await signUp(product);
    await joinGroup(admin, inviteCode);
    await owner.must('changeRole', { params: { ...params, userId: admin.userId }, body: { role: 'admin' } });
    const socket = await FollowingClient.connect(product, owner.token);
    const renewed = await admin.must('renewInvitation', { params });
    await socket.until(() => socket.named('invitationRenewed').length > 0, 'the renewal');
    expect(JSON.stringify(socket.applied)).not.toContain(renewed.inviteCode);
    expect((await owner.must('group', { params })).group).toMatchObject({
      inviteCode: renewed.inviteCode,
      sixDigitCode: renewed.sixDigitCode,
    });
    socket.close();
  });

  it('renewing the invitation happens once for a repeated request, which reveals nothing to a member who has lost the right (SAFE-10)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const params = { id: group._id };
    const admin = await signUp(product);
    await joinGroup(admin, inviteCode);
    const role = { params: { ...params, userId: admin.userId } };
    await owner.must('changeRole', { ...role, body: { role: 'admin' } });
    const request = { params, headers: { 'idempotency-key': randomUUID() } };
    const first = await admin.must('renewInvitation', request);
    expect((await admin.must('renewInvitation', request)).inviteCode).toBe(first.inviteCode);
    await owner.must('changeRole', { ...role, body: { role: 'member' } });
    // The answer stays in memory for a while, for its original caller.
    await product.restart();
    const repeated = await admin.call('renewInvitation', request);
    expect([repeated.status, JSON.stringify(repeated.body).includes(first.inviteCode)]).toEqual([403, false]);
  });

  it('renewing the invitation is not allowed for plain members, even if they may invite (SAFE-10)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const params = { id: group._id };
    await owner.must('changeGroupSettings', { params, body: { allowMembersInvite: true } });
    const member = await signUp(product);
    await joinGroup(member, inviteCode);
    expect((await member.call('renewInvitation', { params })).status).toBe(403);
    expect((await owner.must('group', { params })).group.inviteCode).toBe(inviteCode);
  });
});
