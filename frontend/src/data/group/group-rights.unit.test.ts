import { describe, expect, it } from 'vitest';
import { group } from '../../testing/fakes.ts';
import { rightsIn, rightsOver } from './group-rights.ts';

const closed = { allowMembersCreateEvents: false, allowMembersInvite: false, allowMembersEditGroupDetails: false };
const open = { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: true };

describe('rights in a group', () => {
  it('let the owner do everything but leave, whatever the settings (PERM-07, PERM-08, PERM-10)', () => {
    expect(rightsIn({ role: 'owner', settings: closed })).toEqual({
      createEvents: true,
      invite: true,
      editDetails: true,
      changeSettings: true,
      manageRemoved: true,
      renewInvitation: true,
      delete: true,
      leave: false,
    });
  });

  it('let members do what the settings allow, and leave (PERM-11, PERM-12, PERM-13, PERM-14)', () => {
    expect(rightsIn({ role: 'member', settings: closed })).toMatchObject({
      createEvents: false,
      invite: false,
      editDetails: false,
      leave: true,
    });
    expect(rightsIn({ role: 'member', settings: open })).toMatchObject({
      createEvents: true,
      invite: true,
      editDetails: true,
      changeSettings: false,
      delete: false,
    });
  });

  it('let an admin edit, invite and create, but change neither permissions nor roles', () => {
    expect(rightsIn({ role: 'admin', settings: closed })).toEqual({
      createEvents: true,
      invite: true,
      editDetails: true,
      changeSettings: false,
      manageRemoved: true,
      renewInvitation: true,
      delete: false,
      leave: true,
    });
  });
});

describe('rights over a member', () => {
  const over = (role: 'owner' | 'admin' | 'member', id: string, targetRole: 'owner' | 'admin' | 'member') =>
    rightsOver(group('group-1', { role, settings: open }), 'user-a', { id, role: targetRole });

  it('let the owner remove everyone but the owner (PERM-09, GROUP-47)', () => {
    expect(over('owner', 'user-b', 'member')).toEqual({ remove: true, changeRole: true, transfer: true });
    expect(over('owner', 'user-b', 'admin')).toEqual({ remove: true, changeRole: true, transfer: true });
    expect(over('owner', 'user-a', 'owner')).toEqual({ remove: false, changeRole: false, transfer: false });
  });

  it('let an admin remove only plain members', () => {
    expect(over('admin', 'user-b', 'member')).toEqual({ remove: true, changeRole: false, transfer: false });
    expect(over('admin', 'user-b', 'admin').remove).toBe(false);
    expect(over('admin', 'user-b', 'owner').remove).toBe(false);
    expect(over('admin', 'user-a', 'admin').remove).toBe(false);
  });

  it('give a member none over another one', () => {
    expect(over('member', 'user-b', 'member')).toEqual({ remove: false, changeRole: false, transfer: false });
  });
});
