import { describe, expect, it } from 'vitest';
import { rules } from '../things.ts';
import type { GroupSettings, InGroup, OnMember, Role } from './permissions.ts';

const closed: GroupSettings = {
  allowMembersCreateEvents: false,
  allowMembersInvite: false,
  allowMembersEditGroupDetails: false,
};

const as = (role: Role | undefined, settings: Partial<GroupSettings> = {}): InGroup => ({
  actorId: 'ada',
  role,
  settings: { ...closed, ...settings },
});

const on = (role: Role, targetRole: Role | undefined, targetId = 'ben'): OnMember => ({
  ...as(role),
  targetId,
  targetRole,
});

describe('the permissions in a group', () => {
  it('the permissions in a group let the owner edit details, invite and create events whatever the settings (PERM-07)', () => {
    for (const rule of [rules.editDetails, rules.invite, rules.createEvents]) expect(rule(as('owner'))).toBeUndefined();
  });

  it('the permissions in a group let only the owner change the settings and delete the group (PERM-08)', () => {
    for (const rule of [rules.changeSettings, rules.deleteGroup]) {
      expect(rule(as('owner'))).toBeUndefined();
      for (const role of ['admin', 'member'] as const) expect(rule(as(role))?.refused).toBe('access/denied');
      expect(rule(as(undefined))?.refused).toBe('group/not-a-member');
    }
  });

  it('the permissions in a group let nobody remove the owner or themselves, and no member remove anybody (PERM-09)', () => {
    expect(rules.removeMember(on('owner', 'member'))).toBeUndefined();
    expect(rules.removeMember(on('owner', 'admin'))).toBeUndefined();
    expect(rules.removeMember(on('owner', 'owner', 'ada'))?.refused).toBe('group/cannot-remove-owner');
    expect(rules.removeMember(on('admin', 'owner'))?.refused).toBe('group/cannot-remove-owner');
    expect(rules.removeMember(on('admin', 'admin', 'ada'))?.refused).toBe('group/cannot-remove-self');
    expect(rules.removeMember(on('member', 'member'))?.refused).toBe('access/denied');
    expect(rules.removeMember(on('owner', undefined))?.refused).toBe('group/member-not-found');
  });

  it('the permissions in a group let a member edit name, description and image only where the setting is on (PERM-13)', () => {
    expect(rules.editDetails(as('member'))?.refused).toBe('access/denied');
    expect(rules.editDetails(as('member', { allowMembersEditGroupDetails: true }))).toBeUndefined();
  });

  it('the permissions in a group let a member leave, and not the owner (PERM-10, PERM-14)', () => {
    expect(rules.leaveGroup(as('member'))).toBeUndefined();
    expect(rules.leaveGroup(as('admin'))).toBeUndefined();
    expect(rules.leaveGroup(as('owner'))?.refused).toBe('group/owner-cannot-leave');
    expect(rules.leaveGroup(as(undefined))?.refused).toBe('group/not-a-member');
  });
});
