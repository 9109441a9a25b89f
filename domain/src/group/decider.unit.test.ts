import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type GroupCommand, groupDecider, type Invitation } from './decider.ts';

const [groupId, owner, admin, member, other, stranger] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
  '00000000-0000-4000-8000-00000000000e',
] as const;
const { given } = givenWhenThen(groupDecider);
const by = (actorId: string) => ({ actorId });
const join = (invitation: Invitation): GroupCommand => ({ type: 'Join', invitation });

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
const removed = (userId: string, by: string): DomainEvent => ({
  type: 'MemberRemoved',
  data: { groupId, userId, by, withEvents: false },
});
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
const lifted = (userId: string, reason: 'let-back-in' | 'account-deleted' = 'let-back-in'): DomainEvent => ({
  type: 'RemovalLifted',
  data: { groupId, userId, reason },
});
const byCode = { kind: 'code', value: creation.sixDigitCode } as const;
const byLink = { kind: 'link', value: creation.inviteCode } as const;
const full = [created, joined(admin), inRole(admin, 'admin'), joined(member), joined(other)];

describe('a group', () => {
  const create: GroupCommand = { type: 'CreateGroup', group: creation };

  it('a group is created once; its creator is the owner (PERM-06)', () => {
    given().when(create, by(owner)).then(created);
    given(created).when(create, by(owner)).then();
    const state = given(created).state();
    expect([state.ownerId, state.members.get(owner)?.role]).toEqual([owner, 'owner']);
  });

  it('a group is closed to every command if it was deleted or never existed', () => {
    const commands: readonly GroupCommand[] = [
      { type: 'ChangeDetails', name: 'A', description: 'B' },
      { type: 'ChangeImage', fileId: 'file' },
      { type: 'RemoveImage' },
      { type: 'ChangeSettings', settings: {} },
      { type: 'RenewInvitation', codes: { inviteCode: 'ZZ99YY88', sixDigitCode: '654321' } },
      { type: 'Leave' },
      { type: 'RemoveMember', userId: member, withEvents: false },
      { type: 'LetBackIn', userId: member },
      { type: 'ChangeRole', userId: member, role: 'admin' },
      { type: 'TransferOwnership', userId: member },
      { type: 'DeleteGroup', confirmationName: 'Rowing' },
    ];
    for (const history of [[], [...full, deleted]]) {
      for (const command of commands)
        given(...history)
          .when(command, by(owner))
          .thenRefused('group/not-a-member');
      given(...history)
        .when(join(byCode), by(stranger))
        .thenRefused('invite/code-unknown');
      given(...history)
        .when(join(byLink), by(stranger))
        .thenRefused('invite/link-unknown');
    }
  });

  it('a group counts its events', () => {
    expect(given(...full).state().revision).toBe(full.length - 1);
    expect(given(...full, deleted).state().revision).toBe(full.length);
  });
});

describe('a change of details or image', () => {
  it('a change of details or image records only what differs, and otherwise appends nothing', () => {
    const details = { name: 'Sailing', description: 'Wind' };
    given(...full)
      .when({ type: 'ChangeDetails', ...details }, by(owner))
      .then({ type: 'GroupDetailsChanged', data: { groupId, ...details } });
    given(...full)
      .when({ type: 'ChangeDetails', name: 'Rowing', description: 'Oars' }, by(owner))
      .then();
    given(...full)
      .when({ type: 'RemoveImage' }, by(owner))
      .then();
    const withImage: DomainEvent = { type: 'GroupImageChanged', data: { groupId, fileId: 'file-1' } };
    given(...full)
      .when({ type: 'ChangeImage', fileId: 'file-1' }, by(owner))
      .then(withImage);
    given(...full, withImage)
      .when({ type: 'RemoveImage' }, by(owner))
      .then({ type: 'GroupImageRemoved', data: { groupId } });
  });
});

describe('a change of settings', () => {
  it('a change of settings records one or all, but only those that differ (API-52)', () => {
    given(...full)
      .when({ type: 'ChangeSettings', settings: { allowMembersInvite: true } }, by(owner))
      .then(withSettings({ allowMembersInvite: true }));
    given(...full)
      .when({ type: 'ChangeSettings', settings: { allowMembersInvite: false } }, by(owner))
      .then();
  });
});

describe('membership', () => {
  it('membership begins by joining, once (JOIN-11)', () => {
    given(...full)
      .when(join(byLink), by(stranger))
      .then(joined(stranger));
    for (const actor of [owner, member])
      given(...full)
        .when(join(byCode), by(actor))
        .thenRefused('group/already-a-member');
    given(...full, left(member))
      .when(join(byLink), by(member))
      .then(joined(member));
  });

  it('membership ends by leaving (PERM-10, API-54)', () => {
    given(...full)
      .when({ type: 'Leave' }, by(member))
      .then(left(member));
    expect(
      given(...full, left(member))
        .state()
        .members.has(member),
    ).toBe(false);
  });

  it('membership ends by removal, which records who did it (API-55)', () => {
    given(...full)
      .when({ type: 'RemoveMember', userId: member, withEvents: false }, by(admin))
      .then(removed(member, admin));
  });

  it('a returning admin is a plain member', () => {
    const state = given(...full, left(admin), joined(admin)).state();
    expect(state.members.get(admin)?.role).toBe('member');
  });
});

describe('a removed member', () => {
  const history = [...full, removed(member, owner)];

  it('a removed member is refused by code and by link until let back in (SAFE-10)', () => {
    for (const invitation of [byCode, byLink])
      given(...history)
        .when(join(invitation), by(member))
        .thenRefused('group/removed');
    given(...history)
      .when({ type: 'LetBackIn', userId: member }, by(admin))
      .then(lifted(member));
    given(...history, lifted(member))
      .when(join(byLink), by(member))
      .then(joined(member));
    given(...history, lifted(member), joined(member), removed(member, owner))
      .when(join(byLink), by(member))
      .thenRefused('group/removed');
  });

  it('a removed member is the only person who can be let back in (SAFE-10)', () => {
    for (const nobody of [stranger, other])
      given(...history)
        .when({ type: 'LetBackIn', userId: nobody }, by(owner))
        .thenRefused('group/not-removed');
  });

  it('a removed member is forgotten when the account is deleted (SAFE-10)', () => {
    given(...history)
      .when({ type: 'Depart' }, by(member))
      .then(lifted(member, 'account-deleted'));
  });
});

describe('a renewed invitation', () => {
  const codes = { inviteCode: 'ZZ99YY88', sixDigitCode: '654321' };
  const renewed: DomainEvent = {
    type: 'InvitationRenewed',
    data: { groupId, ...codes, previousInviteCode: 'AB12CD34', previousSixDigitCode: '123456' },
  };

  it('a renewed invitation is the only one that works (SAFE-10)', () => {
    given(...full)
      .when({ type: 'RenewInvitation', codes }, by(owner))
      .then(renewed);
    const after = given(...full, renewed);
    after.when(join(byCode), by(stranger)).thenRefused('invite/code-unknown');
    after.when(join(byLink), by(stranger)).thenRefused('invite/link-unknown');
    after.when(join({ kind: 'link', value: codes.inviteCode }), by(stranger)).then(joined(stranger));
  });
});

describe('governing a group', () => {
  it('the owner promotes and demotes admins (OPEN-003)', () => {
    given(...full)
      .when({ type: 'ChangeRole', userId: member, role: 'admin' }, by(owner))
      .then(inRole(member, 'admin'));
    given(...full)
      .when({ type: 'ChangeRole', userId: admin, role: 'admin' }, by(owner))
      .then();
  });

  it('the owner transfers ownership and stays a member (OPEN-004)', () => {
    const transfer: GroupCommand = { type: 'TransferOwnership', userId: member };
    given(...full)
      .when(transfer, by(owner))
      .then(passed(owner, member));
    given(...full)
      .when({ ...transfer, userId: owner }, by(owner))
      .then();
    given(...full)
      .when(transfer, { ...by(owner), newOwnerHasTooMany: true })
      .thenRefused('group/new-owner-has-too-many');
    const state = given(...full, passed(owner, member)).state();
    expect([...state.members].map(([id, { role }]) => [id, role])).toEqual([
      [owner, 'member'],
      [admin, 'admin'],
      [member, 'owner'],
      [other, 'member'],
    ]);
  });

  it('the owner deletes a group with its exact name (API-53)', () => {
    given(...full)
      .when({ type: 'DeleteGroup', confirmationName: 'Rowing' }, by(owner))
      .then(deleted);
    for (const confirmationName of ['rowing', 'Rowing ', ''])
      given(...full)
        .when({ type: 'DeleteGroup', confirmationName }, by(owner))
        .thenRefused('group/name-mismatch');
  });
});

describe('a member whose account is deleted', () => {
  it('a member whose account is deleted leaves; a group they owned passes to the earliest member, or is deleted (PERM-19, PERM-20)', () => {
    const depart: GroupCommand = { type: 'Depart' };
    given(...full)
      .when(depart, by(member))
      .then(left(member, 'account-deleted'));
    given(...full)
      .when(depart, by(owner))
      .then(passed(owner, admin, 'account-deleted'), left(owner, 'account-deleted'));
    given(...full, left(admin), joined(admin))
      .when(depart, by(owner))
      .then(passed(owner, member, 'account-deleted'), left(owner, 'account-deleted'));
    given(created)
      .when(depart, by(owner))
      .then({ type: 'GroupDeleted', data: { groupId, reason: 'account-deleted' } });
    given(...full)
      .when(depart, by(stranger))
      .then();
  });
});
