import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { Client, createGroup, joinGroup, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const clock = movableClock();
const product = sharedProduct({}, clock);

const preview = (client: Client, code: string) => client.call('previewGroup', { params: { code } });
const wrongCodes = (right: string): string[] =>
  Array.from({ length: 40 }, (_, index) => String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'));

describe('an invitation without an account', () => {
  const ask = (inviteCode: string) => new Client(product).call('invitation', { params: { inviteCode } });

  it('an invitation without an account shows group and creator to anyone with the link, and nothing more', async () => {
    const owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
    const { group, inviteCode } = await createGroup(owner);
    const { status, body } = await ask(inviteCode);
    expect(status).toBe(200);
    expect(body.invitation).toEqual({
      _id: group._id,
      name: 'Rowing club',
      imageUrl: null,
      memberCount: 1,
      createdBy: { firstName: 'Olga', lastName: 'Ness' },
    });
  });

  it('an invitation without an account says nothing to anyone with the six digits, a renewed link or the link of a deleted group (SAFE-10)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode, sixDigitCode } = await createGroup(owner);
    const params = { id: group._id };
    expect((await ask(sixDigitCode)).status).toBe(404);
    const renewed = await owner.must('renewInvitation', { params });
    expect((await ask(inviteCode)).status).toBe(404);
    expect((await ask(renewed.inviteCode)).status).toBe(200);
    await owner.must('deleteGroup', { params, body: { confirmationName: group.name } });
    expect((await ask(renewed.inviteCode)).status).toBe(404);
  });
});

describe('codes and links', () => {
  it('links start with an address that no header decides (SAFE-17)', async () => {
    const owner = await signUp(product);
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const body = { name: 'Walkers', description: 'People who walk' };
    const { inviteLink, inviteCode } = await owner.must('createGroup', { body, headers });
    expect(inviteLink).toBe(`http://localhost:${product.running.port}/${inviteCode}`);
    const { groups } = await owner.must('myGroups', { headers });
    expect(groups.map((group) => group.inviteLink)).toEqual([inviteLink]);
  });

  it('codes and links lead to the group, however they are typed or pasted (API-56, API-57, API-58, API-59, GROUP-19, JOIN-04)', async () => {
    const owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
    const { group, inviteCode, inviteLink, sixDigitCode } = await createGroup(owner);
    expect(inviteCode).toMatch(/^(?=.*[A-Z])[A-Z0-9]{8}$/);
    expect(sixDigitCode).toMatch(/^\d{6}$/);
    expect(inviteLink).toBe(`http://localhost:${product.running.port}/${inviteCode}`);
    const guest = await signUp(product);
    const spaced = `${sixDigitCode.slice(0, 3)} ${sixDigitCode.slice(3)}`;
    for (const typed of [
      sixDigitCode,
      spaced,
      inviteCode,
      inviteCode.toLowerCase(),
      `${inviteLink}?utm_source=mail#top`,
    ]) {
      const { status, body } = await preview(guest, typed);
      expect([typed, status]).toEqual([typed, 200]);
      expect(body.group._id).toBe(group._id);
    }
    const byCode = await signUp(product);
    expect((await byCode.must('joinByCode', { body: { code: ` ${spaced}\n` } })).group.memberCount).toBe(2);
    const byLink = await signUp(product);
    const { group: joined } = await byLink.must('joinByLink', { body: { inviteCode: `${inviteLink}/?x=1` } });
    expect(joined.memberCount).toBe(3);
  });

  it("codes and links show a preview with the owner's name and no code, and whether the viewer is already a member (API-09, JOIN-07, JOIN-10)", async () => {
    const owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
    const { sixDigitCode, inviteCode } = await createGroup(owner);
    const guest = await signUp(product);
    const { group } = (await preview(guest, sixDigitCode)).body;
    expect(group).toEqual({
      _id: group._id,
      name: 'Rowing club',
      description: 'People who meet',
      imageUrl: null,
      memberCount: 1,
      createdBy: { firstName: 'Olga', lastName: 'Ness' },
      isAlreadyMember: false,
    });
    await joinGroup(guest, inviteCode);
    expect((await preview(guest, sixDigitCode)).body.group).toMatchObject({ isAlreadyMember: true, memberCount: 2 });
    const again = await guest.call('joinByCode', { body: { code: sixDigitCode } });
    expect([again.status, again.error]).toEqual([409, 'You are already a member of this group']);
  });

  it('unknown codes and links are refused', async () => {
    const guest = await signUp(product);
    for (const [code, error] of [
      ['000001', 'Invalid invitation code'],
      ['ZZZZZZZ9', 'Invalid invitation link'],
      ['../../etc/passwd', 'Invalid invitation link'],
    ] as const) {
      const refused = await preview(guest, code);
      expect([refused.status, refused.error]).toEqual([404, error]);
    }
    const empty = await guest.call('joinByCode', { body: { code: '  ' } });
    expect([empty.status, empty.error]).toEqual([400, 'Please enter an invitation code or link']);
  });

  it('codes and links of a deleted group stop working and are released', async () => {
    const owner = await signUp(product);
    const guest = await signUp(product);
    const { group, inviteCode, sixDigitCode } = await createGroup(owner);
    await owner.must('deleteGroup', { params: { id: group._id }, body: { confirmationName: 'Rowing club' } });
    expect((await preview(guest, inviteCode)).status).toBe(404);
    for (const code of [inviteCode, sixDigitCode]) {
      const types = async () => (await product.engines.events.read(`joincode-${code}`)).map(({ type }) => type);
      await expect.poll(types).toEqual(['JoinCodeClaimed', 'JoinCodeReleased']);
    }
  });
});

describe('guessing codes', () => {
  it('guessing codes is stopped after ten misses an hour per account, from any address, even after a restart', async () => {
    const { sixDigitCode } = await createGroup(await signUp(product));
    const guesser = await signUp(product);
    const wrong = wrongCodes(sixDigitCode);
    for (const code of wrong.slice(0, 10)) expect((await preview(guesser, code)).status).toBe(404);
    const refuse = async () => {
      const elsewhere = new Client(product, guesser.token);
      const refused = await preview(elsewhere, sixDigitCode);
      expect([refused.status, refused.error]).toEqual([429, 'Too many invalid invitations. Please try again later.']);
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(3000);
      expect(wait).toBeLessThanOrEqual(3600);
    };
    await refuse();
    await product.restart();
    await refuse();
    const joined = await guesser.call('joinByCode', { body: { code: sixDigitCode } });
    expect(joined.status).toBe(429);
    clock.moveOn(3_601_000);
    expect((await preview(guesser, sixDigitCode)).status).toBe(200);
  });

  it('guessing codes counts each guess, even with one idempotency key for all', async () => {
    const { sixDigitCode } = await createGroup(await signUp(product));
    const guesser = await signUp(product);
    const headers = { 'idempotency-key': randomUUID() };
    const guess = (code: string) => guesser.call('joinByCode', { body: { code }, headers });
    const wrong = wrongCodes(sixDigitCode).slice(0, 10);
    for (const code of wrong) expect((await guess(code)).status).toBe(404);
    // Repeating the same guess does not count.
    expect((await guess(wrong[0] as string)).status).toBe(429);
    expect((await guess(sixDigitCode)).status).toBe(429);
  });

  it('guessing codes concurrently reveals no more than one at a time', async () => {
    const { sixDigitCode } = await createGroup(await signUp(product));
    const guesser = await signUp(product);
    // The right one is among them, past the limit.
    const codes = [...wrongCodes(sixDigitCode).slice(0, 30), sixDigitCode];
    const statuses = await Promise.all(codes.map(async (code) => (await preview(guesser, code)).status));
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(21);
  });
});

describe('the invitation', () => {
  const secrets = (group: object) => ['inviteCode', 'inviteLink', 'sixDigitCode'].filter((name) => name in group);

  it('the invitation is never sent to a member who may not invite, in any response or frame (API-08, PERM-12)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode, sixDigitCode } = await createGroup(owner);
    const member = await signUp(product);
    const params = { id: group._id };
    const other = await signUp(product);
    await joinGroup(other, inviteCode);
    const socket = await FollowingClient.connect(product, member.token);
    const bodies: unknown[] = [];
    bodies.push(await joinGroup(member, inviteCode));
    bodies.push(await member.must('myGroups'), await member.must('group', { params }));
    bodies.push(await member.must('groupMembers', { params }));
    // A member's own changes are answered with the group as well.
    await owner.must('changeGroupSettings', { params, body: { allowMembersEditGroupDetails: true } });
    bodies.push(await member.must('changeGroupDetails', { params, body: { name: 'Named by Milo', description: 'x' } }));
    bodies.push(await member.must('removeImageOfGroup', { params }));
    bodies.push((await preview(member, inviteCode)).body);
    await owner.must('changeRole', { params: { ...params, userId: other.userId }, body: { role: 'admin' } });
    await owner.must('changeRole', { params: { ...params, userId: other.userId }, body: { role: 'member' } });
    await socket.until(() => socket.named('memberUpdated').length === 2, 'the changes');
    const told = JSON.stringify([bodies, socket.applied, socket.uncounted]);
    expect(told).not.toContain(inviteCode);
    expect(told).not.toContain(`"${sixDigitCode}"`);
    expect(told).not.toMatch(/inviteCode|inviteLink|sixDigitCode/);
    socket.close();
  });

  it('the invitation is sent to members who may invite by settings or role (PERM-07, PERM-12)', async () => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const member = await signUp(product);
    await joinGroup(member, inviteCode);
    const params = { id: group._id };
    const shown = async (client: Client) => secrets((await client.must('group', { params })).group).length;
    expect([await shown(owner), await shown(member)]).toEqual([3, 0]);
    await owner.must('changeGroupSettings', { params, body: { allowMembersInvite: true } });
    expect(await shown(member)).toBe(3);
    await owner.must('changeGroupSettings', { params, body: { allowMembersInvite: false } });
    await owner.must('changeRole', { params: { ...params, userId: member.userId }, body: { role: 'admin' } });
    expect(await shown(member)).toBe(3);
  });
});
