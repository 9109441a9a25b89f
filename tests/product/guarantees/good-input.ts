import { randomUUID } from 'node:crypto';
import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { freshPhone } from '../../support/product.ts';
import { pushTarget } from '../../support/push-target.ts';
import { proposal } from './permission-table.ts';

/** Ids of things that exist. */
export type Facts = {
  groupId: string;
  messageId: string;
  entryId: string;
  pollId: string;
  memberId: string;
  inviteCode: string;
};

/** A body that would be accepted, by call. */
export const goodBodies = ({
  groupId,
  messageId,
  memberId,
  inviteCode,
}: Facts): Partial<Record<RouteName, Record<string, unknown>>> => {
  const phoneNumber = freshPhone();
  const importing = { groupId, events: [{ uid: 'regatta', name: 'Regatta', date: '2030-05-14', time: '9:30' }] };
  return {
    login: { phoneNumber },
    signup: { phoneNumber },
    verifyLogin: { phoneNumber, verificationCode: '123456' },
    verifySignup: { phoneNumber, verificationCode: '123456' },
    updateEmail: { email: 'robin@example.org' },
    updateName: { firstName: 'Robin', lastName: 'Vale' },
    updatePhone: { phoneNumber },
    stopPhoneChange: { token: 'a.b.c' },
    changeGroupPreferences: { groupId, color: 2 },
    chooseColor: { groupId, colorIndex: 2 },
    pinGroup: { groupId, isPinned: true },
    giveRsvp: { answer: 'going', guests: 1 },
    setSeats: { seats: 8, guestsEach: 2 },
    chooseReminder: { minutes: 10 },
    chooseReminderDefault: { minutes: 'none' },
    changeNotificationSettings: { showText: false },
    subscribeToPush: pushTarget(),
    chooseNotifications: { level: 'mentions', mutedUntil: 'always' },
    createGroup: { name: 'Rowing', description: 'Boats' },
    changeGroupDetails: { name: 'Rowing', description: 'Boats' },
    changeGroupSettings: { allowMembersInvite: true },
    deleteGroup: { confirmationName: 'Another name' },
    transferOwnership: { userId: memberId },
    changeRole: { role: 'admin' },
    removeMember: { deleteEvents: true },
    joinByCode: { code: '000000' },
    joinByLink: { inviteCode },
    readGroupUpTo: { messageId },
    pinMessage: { messageId },
    readActivity: { upTo: '2026-05-01T10:00:00.000Z' },
    search: { words: 'Hello', kind: 'messages', timeZone: 'UTC' },
    checkConflicts: { date: '2030-05-14', time: '9:30', duration: 30 },
    createEvent: { name: 'Regatta', date: '2030-05-14', time: '9:30', duration: 60, groupId },
    changeEvent: { name: 'Regatta' },
    createCalendarFeed: { groupId },
    checkImport: importing,
    importEvents: importing,
    revertEvent: { revision: 0 },
    openPoll: { ...proposal, groupId },
    changePoll: { name: 'Regatta' },
    vote: { votes: { hnobu: 'yes' } },
    decidePoll: { optionId: 'hnobu' },
    sendMessage: { groupId, content: 'Hello' },
    editMessage: { content: 'Hello' },
    addReaction: { emoji: '👍' },
    removeReaction: { emoji: '👍' },
    report: { messageId, reason: 'spam', description: '' },
    adminSignOut: { visitId: randomUUID() },
    reviewReport: { reportId: randomUUID(), action: 'allow', adminNotes: '' },
    changeConfig: { value: 'true' },
  };
};

/** Parameters for the path of any call. */
export const paramsFor = (name: RouteName, facts: Facts): Record<string, string> => {
  const { groupId, messageId, entryId, pollId, memberId, inviteCode } = facts;
  const { path } = routes[name];
  const ids = { groups: groupId, messages: messageId, polls: pollId };
  const id = ids[path.split('/')[2] as keyof typeof ids] ?? entryId;
  return {
    id,
    groupId,
    messageId,
    userId: memberId,
    code: inviteCode,
    inviteCode,
    key: 'app_download_enabled',
    correlationId: randomUUID(),
    token: 'x'.repeat(43),
    stream: `user-${memberId}`,
  };
};
