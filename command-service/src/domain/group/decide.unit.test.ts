import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/events/group.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, expect, it } from 'vitest';
import {
  decideChangeDetails,
  decideChangeImage,
  decideChangeRole,
  decideChangeSettings,
  decideCreate,
  decideDelete,
  decideDepart,
  decideJoin,
  decideLeave,
  decideRemoveImage,
  decideRemoveMember,
  decideTransfer,
} from './decide.ts';
import { groupAggregate } from './group.ts';

const [groupId, owner, admin, member, other, stranger] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
  '00000000-0000-4000-8000-00000000000e',
] as const;
const { given } = testDecider(groupAggregate);

const creation = {
  groupId,
  ownerId: owner,
  name: 'Rowing',
  description: 'Oars',
  settings: defaultGroupSettings,
  inviteCode: 'AB12CD34',
  sixDigitCode: '123456',
  imageId: null,
};
const created: DomainEvent = { type: 'GroupCreated', data: creation };
const joined = (userId: string): DomainEvent => ({ type: 'MemberJoined', data: { groupId, userId, via: 'link' } });
const left = (userId: string, reason: 'own-wish' | 'account-deleted' = 'own-wish'): DomainEvent => ({
  type: 'MemberLeft',
  data: { groupId, userId, reason },
});
const removed = (userId: string, by: string): DomainEvent => ({ type: 'MemberRemoved', data: { groupId, userId, by } });
const inRole = (userId: string, role: 'admin' | 'member'): DomainEvent => ({
  type: 'MemberRoleChanged',
  data: { groupId, userId, role },
});
const passed = (from: string, to: string, reason: 'own-wish' | 'account-deleted' = 'own-wish'): DomainEvent => ({
  type: 'OwnershipTransferred',
  data: { groupId, from, to, reason },
});
const deleted: DomainEvent = { type: 'GroupDeleted', data: { groupId, reason: 'own-wish' } };
const withSettings = (changed: Partial<GroupSettings>): DomainEvent => ({
  type: 'GroupSettingsChanged',
  data: { groupId, settings: { ...defaultGroupSettings, ...changed } },
});
const full = [created, joined(admin), inRole(admin, 'admin'), joined(member), joined(other)];

describe('a group', () => {
  it('is created once; its creator is the owner (PERM-06)', () => {
    given()
      .when((group) => decideCreate(group, creation))
      .then(created);
    given(created)
      .when((group) => decideCreate(group, creation))
      .then();
    const group = recorded([created]).reduce(groupAggregate.evolve, groupAggregate.initial());
    expect([group.ownerId, group.members.get(owner)?.role]).toEqual([owner, 'owner']);
  });

  it('that is deleted, or was never there, is not found by any command', () => {
    for (const history of [[], [...full, deleted]]) {
      const refused = given(...history);
      refused
        .when((group) => decideChangeDetails(group, owner, { name: 'A', description: 'B' }))
        .thenRefused('group/not-found');
      refused.when((group) => decideChangeImage(group, owner, 'file')).thenRefused('group/not-found');
      refused.when((group) => decideRemoveImage(group, owner)).thenRefused('group/not-found');
      refused.when((group) => decideChangeSettings(group, owner, {})).thenRefused('group/not-found');
      refused.when((group) => decideLeave(group, member)).thenRefused('group/not-found');
      refused.when((group) => decideRemoveMember(group, owner, member)).thenRefused('group/not-found');
      refused.when((group) => decideChangeRole(group, owner, member, 'admin')).thenRefused('group/not-found');
      refused.when((group) => decideTransfer(group, owner, member)).thenRefused('group/not-found');
      refused.when((group) => decideDelete(group, owner, 'Rowing')).thenRefused('group/not-found');
      refused.when((group) => decideJoin(group, stranger, 'code')).thenRefused('invite/code-unknown');
      refused.when((group) => decideJoin(group, stranger, 'link')).thenRefused('invite/link-unknown');
    }
  });
});

describe('details and image', () => {
  const details = { name: 'Sailing', description: 'Wind' };
  const changed: DomainEvent = { type: 'GroupDetailsChanged', data: { groupId, ...details } };

  it('are changed by owner and admin, and by members whom the settings let (PERM-07, PERM-13)', () => {
    for (const actor of [owner, admin])
      given(...full)
        .when((group) => decideChangeDetails(group, actor, details))
        .then(changed);
    given(...full)
      .when((group) => decideChangeDetails(group, member, details))
      .thenRefused('access/denied');
    const open = given(...full, withSettings({ allowMembersEditGroupDetails: true }));
    open.when((group) => decideChangeDetails(group, member, details)).then(changed);
    open
      .when((group) => decideChangeImage(group, member, 'file-1'))
      .then({ type: 'GroupImageChanged', data: { groupId, fileId: 'file-1' } });
    open.when((group) => decideChangeDetails(group, stranger, details)).thenRefused('group/not-a-member');
  });

  it('that stay the same append nothing', () => {
    given(...full)
      .when((group) => decideChangeDetails(group, owner, { name: 'Rowing', description: 'Oars' }))
      .then();
    given(...full)
      .when((group) => decideRemoveImage(group, owner))
      .then();
    given(...full, { type: 'GroupImageChanged', data: { groupId, fileId: 'file-1' } })
      .when((group) => decideRemoveImage(group, owner))
      .then({ type: 'GroupImageRemoved', data: { groupId } });
  });
});

describe('settings', () => {
  it('are changed by the owner only, one or all (PERM-08, API-52)', () => {
    given(...full)
      .when((group) => decideChangeSettings(group, owner, { allowMembersInvite: true }))
      .then(withSettings({ allowMembersInvite: true }));
    given(...full)
      .when((group) => decideChangeSettings(group, owner, { allowMembersInvite: false }))
      .then();
    for (const actor of [admin, member])
      given(...full)
        .when((group) => decideChangeSettings(group, actor, { allowMembersInvite: true }))
        .thenRefused('access/denied');
  });
});

describe('membership', () => {
  it('begins by joining, once (JOIN-11)', () => {
    given(...full)
      .when((group) => decideJoin(group, stranger, 'link'))
      .then(joined(stranger));
    for (const actor of [owner, member])
      given(...full)
        .when((group) => decideJoin(group, actor, 'code'))
        .thenRefused('group/already-a-member');
    given(...full, left(member))
      .when((group) => decideJoin(group, member, 'link'))
      .then(joined(member));
  });

  it('ends by leaving, but not for the owner (PERM-10, PERM-14, API-54)', () => {
    for (const actor of [member, admin])
      given(...full)
        .when((group) => decideLeave(group, actor))
        .then(left(actor));
    given(...full)
      .when((group) => decideLeave(group, owner))
      .thenRefused('group/owner-cannot-leave');
    given(...full, passed(owner, member))
      .when((group) => decideLeave(group, owner))
      .then(left(owner));
    given(...full, left(member))
      .when((group) => decideLeave(group, member))
      .thenRefused('group/not-a-member');
  });

  it('ends by removal: the owner removes all others, an admin plain members (PERM-09, API-55, OPEN-003)', () => {
    const remove = (actor: string, target: string) =>
      given(...full, joined(stranger), inRole(stranger, 'admin')).when((group) =>
        decideRemoveMember(group, actor, target),
      );
    remove(owner, member).then(removed(member, owner));
    remove(owner, admin).then(removed(admin, owner));
    remove(admin, member).then(removed(member, admin));
    remove(admin, stranger).thenRefused('access/denied');
    remove(admin, owner).thenRefused('group/cannot-remove-owner');
    remove(admin, admin).thenRefused('group/cannot-remove-self');
    remove(owner, owner).thenRefused('group/cannot-remove-owner');
    remove(member, other).thenRefused('access/denied');
    remove(owner, 'nobody').thenRefused('group/member-not-found');
  });

  it('of a returning admin is a plain one', () => {
    const group = recorded([...full, left(admin), joined(admin)]).reduce(
      groupAggregate.evolve,
      groupAggregate.initial(),
    );
    expect(group.members.get(admin)?.role).toBe('member');
  });
});

describe('governing', () => {
  it('gives and takes the role of an admin, by the owner only (OPEN-003)', () => {
    given(...full)
      .when((group) => decideChangeRole(group, owner, member, 'admin'))
      .then(inRole(member, 'admin'));
    given(...full)
      .when((group) => decideChangeRole(group, owner, admin, 'admin'))
      .then();
    given(...full)
      .when((group) => decideChangeRole(group, admin, member, 'admin'))
      .thenRefused('access/denied');
    given(...full)
      .when((group) => decideChangeRole(group, owner, owner, 'member'))
      .thenRefused('group/cannot-change-owner-role');
    given(...full)
      .when((group) => decideChangeRole(group, owner, stranger, 'admin'))
      .thenRefused('group/member-not-found');
  });

  it('passes on by transfer; the former owner stays as a member (OPEN-004)', () => {
    given(...full)
      .when((group) => decideTransfer(group, owner, member))
      .then(passed(owner, member));
    given(...full)
      .when((group) => decideTransfer(group, owner, owner))
      .then();
    given(...full)
      .when((group) => decideTransfer(group, admin, admin))
      .thenRefused('access/denied');
    given(...full)
      .when((group) => decideTransfer(group, owner, stranger))
      .thenRefused('group/member-not-found');
    given(...full, passed(owner, member))
      .when((group) => decideDelete(group, owner, 'Rowing'))
      .thenRefused('access/denied');
    const group = recorded([...full, passed(owner, member)]).reduce(groupAggregate.evolve, groupAggregate.initial());
    expect([...group.members].map(([id, { role }]) => [id, role])).toEqual([
      [owner, 'member'],
      [admin, 'admin'],
      [member, 'owner'],
      [other, 'member'],
    ]);
  });

  it('ends with the exact name, by the owner only (PERM-08, API-53)', () => {
    given(...full)
      .when((group) => decideDelete(group, owner, 'Rowing'))
      .then(deleted);
    for (const name of ['rowing', 'Rowing ', ''])
      given(...full)
        .when((group) => decideDelete(group, owner, name))
        .thenRefused('group/name-mismatch');
    for (const actor of [admin, member])
      given(...full)
        .when((group) => decideDelete(group, actor, 'Rowing'))
        .thenRefused('access/denied');
  });
});

describe('a member whose account is gone', () => {
  it('leaves; an owner passes the group to whoever joined first, or ends it (PERM-19, PERM-20)', () => {
    given(...full)
      .when((group) => decideDepart(group, member))
      .then(left(member, 'account-deleted'));
    given(...full)
      .when((group) => decideDepart(group, owner))
      .then(passed(owner, admin, 'account-deleted'), left(owner, 'account-deleted'));
    given(...full, left(admin), joined(admin))
      .when((group) => decideDepart(group, owner))
      .then(passed(owner, member, 'account-deleted'), left(owner, 'account-deleted'));
    given(created)
      .when((group) => decideDepart(group, owner))
      .then({ type: 'GroupDeleted', data: { groupId, reason: 'account-deleted' } });
    given(...full)
      .when((group) => decideDepart(group, stranger))
      .then();
  });
});
