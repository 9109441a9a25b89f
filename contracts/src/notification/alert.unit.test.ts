import { expect, it } from 'vitest';
import type { MessageView } from '../message/wire.ts';
import { messageAlert, shortened, standingAlert } from './alert.ts';

const ben = { _id: 'ben', id: 'ben', firstName: 'Ben', lastName: 'Cole', profilePictureUrl: null };
const ada = { ...ben, _id: '00000000-0000-4000-8000-00000000000a', firstName: 'Ada' };
const message: MessageView = {
  _id: 'm1',
  groupId: 'g1',
  senderId: ben,
  type: 'text',
  content: `Hi <@${ada._id}>, \n see you`,
  mentions: [ada],
  createdAt: '2026-05-14T14:00:00.000Z',
  isDeleted: false,
  isEvent: false,
  isEdited: false,
  replyTo: null,
  reactions: [],
  linkPreviews: [],
  order: '1',
  revision: '1',
};
const alert = (more: Partial<Parameters<typeof messageAlert>[0]> = {}) =>
  messageAlert({ message, groupName: 'Book club', concern: undefined, showText: true, ...more });

it('an alert of a message says who wrote it where, and its text with names (NOTE-18, MENTION-10)', () => {
  expect(alert()).toEqual({
    title: 'Ben Cole · Book club',
    body: 'Hi @Ada Cole, see you',
    tag: 'chat-g1',
    path: '/dashboard/group/g1/message/m1',
    chat: 'g1',
  });
});

it.each([
  ['mention', 'Ben Cole mentioned you · Book club'],
  ['everyone', 'Ben Cole mentioned everyone · Book club'],
  ['reply', 'Ben Cole replied to you · Book club'],
] as const)('an alert of a %s says so and has a tag of its own (NOTE-18, NOTE-20)', (concern, title) => {
  expect(alert({ concern })).toMatchObject({ title, tag: 'message-m1' });
});

it('an alert shows no text of a message to a person who wants none (NOTE-18)', () => {
  expect(alert({ showText: false }).body).toBe('New message');
});

it('an alert of a file shows its name', () => {
  expect(alert({ message: { ...message, type: 'file', content: '', fileName: 'plan.pdf' } }).body).toBe('plan.pdf');
});

it('the text of an alert has at most 160 characters and is cut at a word (NOTE-18)', () => {
  expect(shortened('word '.repeat(40))).toBe(`${'word '.repeat(31).trim()}…`);
  expect(shortened('x'.repeat(500))).toHaveLength(160);
  expect(shortened('🎉'.repeat(160))).toBe('🎉'.repeat(160));
  expect([...shortened('🎉'.repeat(161))]).toHaveLength(160);
});

it('an alert of a new role, or of a removal, says what somebody is now (NOTE-18)', () => {
  const group = { _id: 'g1', name: 'Book club' };
  expect(standingAlert('admin', group, '7')).toEqual({
    title: 'You are now an admin of Book club',
    body: '',
    tag: 'standing-7',
    path: '/dashboard/group/g1',
  });
  expect(standingAlert('removed', group, '8')).toMatchObject({
    title: 'You were removed from Book club',
    path: '/dashboard',
  });
});
