import { randomUUID } from 'node:crypto';
import { groupStream } from '@quorum/domain/group/events.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, freshPhone, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const MEMBERS = 5000;

let owner: Client;
let groupId: string;
let inviteCode: string;
const ids = Array.from({ length: MEMBERS - 1 }, () => randomUUID());

const metadata = (actor: string, commandId: string) => ({
  actor,
  commandId,
  correlationId: commandId,
  causationId: commandId,
});

/** Registers people and lets them join, by appending events. */
const seed = async (): Promise<void> => {
  for (let start = 0; start < ids.length; start += 250) {
    const some = ids.slice(start, start + 250);
    await Promise.all(
      some.map((userId, index) =>
        product.engines.events.append(
          userStream(userId),
          [
            { type: 'UserRegistered', data: { userId, phone: freshPhone(), phoneKey: `seeded-${userId}` } },
            {
              type: 'NameChanged',
              data: { userId, firstName: `First${start + index}`, lastName: `Last${(start + index) % 100}` },
            },
          ],
          'none',
          metadata(userId, `seed ${userId}`),
        ),
      ),
    );
    const stream = groupStream(groupId);
    const revision = (await product.engines.events.read(stream)).length - 1;
    const joined = some.map((userId) => ({
      type: 'MemberJoined' as const,
      data: { groupId, userId, via: 'link' as const },
    }));
    await product.engines.events.append(stream, joined, revision, metadata(owner.userId, `seed joins ${start}`));
  }
  owner.position = await product.engines.events.head();
};

const product = sharedProduct();

beforeAll(async () => {
  owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
  const created = await createGroup(owner);
  groupId = created.group._id;
  inviteCode = created.inviteCode;
  await seed();
  for (let tries = 0; tries < 100; tries++)
    if ((await owner.call('group', { params: { id: groupId } })).status === 200) break;
}, 300_000);

describe('a group of 5,000 members', () => {
  const params = () => ({ id: groupId });

  it('a group of 5,000 members opens with its first page of members, owner first (API-47)', async () => {
    const { group } = await owner.must('group', { params: params() });
    expect(group.memberCount).toBe(MEMBERS);
    expect(group.members).toHaveLength(50);
    expect(group.members?.[0]).toMatchObject({ role: 'owner', userId: { _id: owner.userId } });
  });

  it('a group of 5,000 members is listed page by page, each member once, even while members leave', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    for (let round = 0; round < 25; round++) {
      const query = { limit: '200', ...(after === undefined ? {} : { after }) };
      const page = await owner.must('groupMembers', { params: params(), query });
      expect(page.total).toBe(MEMBERS - (round > 3 ? 1 : 0));
      seen.push(...page.members.map(({ userId }) => userId._id));
      after = page.next ?? undefined;
      // The last member of the page leaves.
      const last = page.members.at(-1)?.userId._id ?? '';
      if (round === 3) await owner.must('removeMember', { params: { ...params(), userId: last } });
    }
    expect(after).toBeUndefined();
    expect(new Set(seen).size).toBe(MEMBERS);
    expect(seen).toHaveLength(MEMBERS);
  });

  it('a group of 5,000 members is searched by prefixes of names', async () => {
    const search = async (query: Readonly<Record<string, string>>) =>
      owner.must('groupMembers', { params: params(), query });
    const rare = await search({ search: 'first4821' });
    expect(rare.members.map(({ userId }) => userId.firstName)).toEqual(['First4821']);
    const both = await search({ search: 'FIRST1 last10' });
    expect(both.members.every(({ userId }) => userId.lastName === 'Last10')).toBe(true);
    expect((await search({ search: 'zzz' })).members).toEqual([]);
    const first = await search({ search: 'last7', limit: '30' });
    const second = await search({ search: 'last7', limit: '30', after: first.next ?? '' });
    const names = [...first.members, ...second.members].map(({ userId }) => userId.firstName);
    expect(new Set(names).size).toBe(60);
  });

  it('a search in a group of 5,000 members finds who joined, under the present name, and not who left (MENTION-11)', async () => {
    const found = async (search: string) =>
      (await owner.must('groupMembers', { params: params(), query: { search, limit: '8' } })).members.map(
        ({ userId }) => userId.firstName,
      );
    expect(await found('xen')).toEqual([]);
    const guest = await signUp(product, { firstName: 'Xenia', lastName: 'Vale' });
    await joinGroup(guest, inviteCode);
    expect(await found('xen')).toEqual(['Xenia']);
    await guest.must('updateName', { body: { firstName: 'Yara', lastName: 'Vale' } });
    expect([await found('xen'), await found('yar')]).toEqual([[], ['Yara']]);
    await guest.must('leaveGroup', { params: params() });
    expect(await found('yar')).toEqual([]);
  });

  it('a group of 5,000 members can be previewed, joined, changed and left', async () => {
    const guest = await signUp(product);
    await guest.must('previewGroup', { params: { code: inviteCode } });
    expect((await joinGroup(guest, inviteCode)).group.memberCount).toBe(MEMBERS);
    await owner.must('changeGroupSettings', { params: params(), body: { allowMembersInvite: true } });
    (await FollowingClient.connect(product, guest.token)).close();
    await owner.must('sendMessage', { body: { groupId, content: 'All of you' } });
    await guest.must('leaveGroup', { params: params() });
  });

  it('a group of 5,000 members can be opened and joined after a restart', async () => {
    await product.restart();
    expect((await joinGroup(await signUp(product), inviteCode)).group.memberCount).toBe(MEMBERS);
    expect((await owner.must('group', { params: params() })).group.memberCount).toBe(MEMBERS);
  });

  it('a group of 5,000 members can be deleted with everyone in it', async () => {
    const body = { confirmationName: 'Rowing club' };
    expect(await owner.must('deleteGroup', { params: params(), body })).toEqual({ success: true });
    expect((await owner.must('myGroups')).groups).toEqual([]);
    // In the background.
    const left = () => product.engines.reads.active.count('memberships', { where: { groupId } }, 10);
    await expect.poll(left).toBe(0);
  });
});
