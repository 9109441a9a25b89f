import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import type { DataOf, DomainEvent, EventType } from '@quorum/domain/event-catalogue.ts';

/** Sample people and things for tests. */
const id = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;

export const [ada, ben, cleo] = [id(1), id(2), id(3)] as [string, string, string];
export const [club, crew] = [id(4), id(5)] as [string, string];
export const [hello, answer] = [id(6), id(7)] as [string, string];
export const [dinner, errand] = [id(8), id(9)] as [string, string];

export const happens = <T extends EventType>(type: T, data: DataOf<T>): DomainEvent =>
  ({ type, data }) as unknown as DomainEvent;

export const registered = (userId: string): DomainEvent =>
  happens('UserRegistered', { userId, phone: '+12125550123', phoneKey: `key-${userId}` });

export const accountDeleted = (userId: string): DomainEvent =>
  happens('AccountDeleted', { userId, phoneKey: `key-${userId}`, reason: 'own-wish' });

export const founded = (groupId: string, ownerId: string): DomainEvent =>
  happens('GroupCreated', {
    groupId,
    ownerId,
    name: 'Book Club',
    description: 'Every other Thursday',
    settings: defaultGroupSettings,
    inviteCode: 'ABCD1234',
    sixDigitCode: '123456',
    imageId: null,
  });

export const joined = (groupId: string, userId: string): DomainEvent =>
  happens('MemberJoined', { groupId, userId, via: 'link' });

export const left = (groupId: string, userId: string): DomainEvent =>
  happens('MemberLeft', { groupId, userId, reason: 'own-wish' });

export const removed = (groupId: string, userId: string): DomainEvent =>
  happens('MemberRemoved', { groupId, userId, by: ada, withEvents: false });

export const groupDeleted = (groupId: string): DomainEvent => happens('GroupDeleted', { groupId, reason: 'own-wish' });

export const posted = (messageId: string, more: Partial<DataOf<'MessagePosted'>> = {}): DomainEvent =>
  happens('MessagePosted', {
    messageId,
    groupId: club,
    senderId: ada,
    kind: 'text',
    text: 'Who brings the book?',
    replyTo: null,
    file: null,
    fileName: null,
    ...more,
  });

export const deletedMessage = (messageId: string): DomainEvent =>
  happens('MessageDeleted', { messageId, groupId: club, senderId: ada, by: ada });

export const edited = (messageId: string, text: string): DomainEvent =>
  happens('MessageEdited', { messageId, groupId: club, senderId: ada, text });

export const reacted = (messageId: string, userId: string, emoji: string): DomainEvent =>
  happens('ReactionAdded', { messageId, groupId: club, userId, emoji });

export const unreacted = (messageId: string, userId: string, emoji: string): DomainEvent =>
  happens('ReactionRemoved', { messageId, groupId: club, userId, emoji });

export const read = (userId: string, messageId: string, groupId = club): DomainEvent =>
  happens('GroupRead', { userId, groupId, messageId });

export const details = { name: 'Dinner', description: 'Bring wine', location: 'Main Street 1' };

export const times = {
  date: '2026-05-14',
  time: '18:30',
  timeZone: 'America/New_York',
  duration: 90,
  startsAt: '2026-05-14T22:30:00.000Z',
  endsAt: '2026-05-15T00:00:00.000Z',
};

export const scheduled = (entryId: string, groupId: string, creatorId: string): DomainEvent =>
  happens('EntryScheduled', {
    entryId,
    groupId,
    creatorId,
    ...details,
    ...times,
  });

export const cancelled = (entryId: string, groupId: string, creatorId: string): DomainEvent =>
  happens('EntryCancelled', { entryId, groupId, creatorId });

export const restored = (entryId: string, groupId: string, creatorId: string): DomainEvent =>
  happens('EntryRestored', { entryId, groupId, creatorId, repeats: false });

export const rescheduled = (
  entryId: string,
  groupId: string,
  creatorId: string,
  more: Partial<DataOf<'EntryRescheduled'>> = {},
): DomainEvent => happens('EntryRescheduled', { entryId, groupId, creatorId, ...times, ...more });
