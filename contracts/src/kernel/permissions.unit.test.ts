import { describe, expect, it } from 'vitest';
import { rules } from '../things.ts';
import { limits } from './limits.ts';
import { defaultGroupSettings, type OnEvent, type OnMessage } from './permissions.ts';

const [ada, ben] = ['ada', 'ben'];

const onEvent = (facts: Partial<OnEvent>): OnEvent => ({
  actorId: ada,
  creatorId: ada,
  personal: false,
  role: 'member',
  ...facts,
});

describe('the permission to change an event', () => {
  it('the permission to change an event belongs only to its creator, not even to the owner of the group (PERM-15)', () => {
    expect(rules.changeEvent(onEvent({}))).toBeUndefined();
    expect(rules.changeEvent(onEvent({ actorId: ben, role: 'owner' }))?.refused).toBe('event/not-the-creator');
  });

  it('the permission to change an event ends with the membership, and outsiders do not learn that the event exists (PERM-15)', () => {
    expect(rules.changeEvent(onEvent({ role: undefined }))?.refused).toBe('event/not-found');
    expect(rules.changeEvent(onEvent({ actorId: ben, role: undefined }))?.refused).toBe('event/not-found');
  });

  it('the permission to change a personal event hides it from everybody but its creator (PERM-16)', () => {
    const personal = { personal: true, role: undefined };
    expect(rules.changeEvent(onEvent(personal))).toBeUndefined();
    expect(rules.changeEvent(onEvent({ ...personal, actorId: ben }))?.refused).toBe('event/not-found');
  });
});

describe('the permission to delete an event', () => {
  it('the permission to delete an event belongs to its creator and to the owner and admins of its group (PERM-15)', () => {
    expect(rules.deleteEvent(onEvent({}))).toBeUndefined();
    expect(rules.deleteEvent(onEvent({ actorId: ben, role: 'owner' }))).toBeUndefined();
    expect(rules.deleteEvent(onEvent({ actorId: ben, role: 'admin' }))).toBeUndefined();
    expect(rules.deleteEvent(onEvent({ actorId: ben, role: 'member' }))?.refused).toBe('event/not-yours-to-delete');
    expect(rules.deleteEvent(onEvent({ role: undefined }))?.refused).toBe('event/not-found');
    expect(rules.deleteEvent(onEvent({ actorId: ben, personal: true, role: undefined }))?.refused).toBe(
      'event/not-found',
    );
  });
});

describe('the permission to restore an event', () => {
  it('the permission to restore an event belongs to the owner, and to who deleted it while they may still delete it (UNDO-03, UNDO-13)', () => {
    const deletedByBen = { actorId: ben, deletedBy: ben };
    expect(rules.restoreEvent({ ...onEvent({}), deletedBy: ada })).toBeUndefined();
    expect(rules.restoreEvent({ ...onEvent({ role: 'admin' }), ...deletedByBen })).toBeUndefined();
    expect(rules.restoreEvent({ ...onEvent({ role: 'member' }), ...deletedByBen })?.refused).toBe('access/denied');
    expect(rules.restoreEvent({ ...onEvent({ role: undefined }), ...deletedByBen })?.refused).toBe('event/not-found');
    expect(rules.restoreEvent({ ...onEvent({ role: 'owner' }), actorId: ben, deletedBy: ada })).toBeUndefined();
    expect(rules.restoreEvent({ ...onEvent({ role: 'admin' }), actorId: ben, deletedBy: ada })?.refused).toBe(
      'access/denied',
    );
  });
});

describe('the permission to plan', () => {
  const settings = { ...defaultGroupSettings, allowMembersCreateEvents: false };

  it('the permission to plan belongs to everybody in My Schedule, and follows the group’s setting in a group', () => {
    expect(rules.createEvents({ actorId: ada, role: undefined, settings, personal: true })).toBeUndefined();
    expect(rules.createEvents({ actorId: ada, role: undefined, settings })?.refused).toBe('group/not-a-member');
    expect(rules.createEvents({ actorId: ada, role: 'member', settings })?.refused).toBe('access/denied');
    expect(rules.createEvents({ actorId: ada, role: 'admin', settings })).toBeUndefined();
  });
});

describe('the permissions on a message', () => {
  const onMessage = (facts: Partial<OnMessage>): OnMessage => ({
    actorId: ada,
    senderId: ada,
    role: 'member',
    settings: defaultGroupSettings,
    postedAt: 0,
    now: 1000,
    ...facts,
  });
  const byBen = (role: OnMessage['role']) => onMessage({ actorId: ben, role });

  it('the permissions on a message let only the sender edit, for 24 hours to the millisecond (OPEN-071)', () => {
    expect(rules.editMessage(onMessage({ now: limits.messageEditWindow }))).toBeUndefined();
    expect(rules.editMessage(onMessage({ now: limits.messageEditWindow + 1 }))?.refused).toBe(
      'message/edit-window-over',
    );
    expect(rules.editMessage(byBen('owner'))?.refused).toBe('message/not-the-sender');
  });

  it('the permissions on a message let the sender, an admin and the owner delete, and nobody else (PERM-18)', () => {
    expect(rules.deleteMessage(onMessage({}))).toBeUndefined();
    expect(rules.deleteMessage(byBen('admin'))).toBeUndefined();
    expect(rules.deleteMessage(byBen('owner'))).toBeUndefined();
    expect(rules.deleteMessage(byBen('member'))?.refused).toBe('access/denied');
  });

  it('the permissions on a message let members report the messages of others', () => {
    expect(rules.reportMessage(byBen('member'))).toBeUndefined();
    expect(rules.reportMessage(onMessage({}))?.refused).toBe('report/own-message');
  });

  it('the permissions on a message hide the message from everybody outside the group', () => {
    for (const rule of [rules.editMessage, rules.deleteMessage, rules.reactToMessage, rules.reportMessage])
      expect(rule(onMessage({ role: undefined }))?.refused).toBe('message/not-found');
  });
});
