import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import fc from 'fast-check';
import {
  accountDeleted,
  cancelled,
  deletedMessage,
  edited,
  founded,
  groupDeleted,
  happens,
  joined,
  left,
  posted,
  reacted,
  read,
  registered,
  removed,
  scheduled,
  times,
  unreacted,
} from './people.ts';

const uuid = (kind: number, index: number): string =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(index).padStart(12, '0')}`;

const person = fc.nat({ max: 4 }).map((index) => uuid(1, index));
const group = fc.nat({ max: 2 }).map((index) => uuid(2, index));
const thing = fc.nat({ max: 9 }).map((index) => uuid(3, index));
const text = fc.constantFrom('hello', 'see example.com/a', 'https://a.test/1 b.com', 'x');
const emoji = fc.constantFrom('👍', '🎉');
const settings = fc.record({
  allowMembersCreateEvents: fc.boolean(),
  allowMembersInvite: fc.boolean(),
  allowMembersEditGroupDetails: fc.boolean(),
});

const often = (weight: number, arbitrary: fc.Arbitrary<DomainEvent>) => ({ weight, arbitrary });

/**
 * Random events in random order over few people, groups and things, so that they interact often. Includes events that no decider
 * would allow, because a fold must handle whatever is in the log.
 */
export const anyEvent: fc.Arbitrary<DomainEvent> = fc.oneof(
  often(2, person.map(registered)),
  often(
    1,
    fc.tuple(person, text).map(([userId, firstName]) => happens('NameChanged', { userId, firstName, lastName: 'L' })),
  ),
  often(
    1,
    fc
      .tuple(person, thing)
      .map(([userId, sessionId]) =>
        happens('SessionStarted', { sessionId, userId, expiresAt: times.endsAt, device: 'Firefox on Linux' }),
      ),
  ),
  often(
    1,
    fc.tuple(person, fc.option(thing)).map(([userId, except]) => happens('SessionsRevoked', { userId, except })),
  ),
  often(1, person.map(accountDeleted)),
  often(
    2,
    fc.tuple(group, person).map(([g, p]) => founded(g, p)),
  ),
  often(
    4,
    fc.tuple(group, person).map(([g, p]) => joined(g, p)),
  ),
  often(
    2,
    fc.tuple(group, person).map(([g, p]) => left(g, p)),
  ),
  often(
    1,
    fc.tuple(group, person).map(([g, p]) => removed(g, p)),
  ),
  often(
    1,
    fc
      .tuple(group, person, person)
      .map(([groupId, from, to]) => happens('OwnershipTransferred', { groupId, from, to, reason: 'own-wish' })),
  ),
  often(
    1,
    fc
      .tuple(group, settings)
      .map(([groupId, chosen]) => happens('GroupSettingsChanged', { groupId, settings: chosen })),
  ),
  often(1, group.map(groupDeleted)),
  often(
    2,
    fc
      .tuple(group, person, fc.boolean())
      .map(([groupId, userId, pinned]) =>
        happens('GroupPreferencesChanged', { userId, groupId, changes: pinned ? { pinned } : { color: 3 } }),
      ),
  ),
  often(
    8,
    fc
      .tuple(thing, group, person, text)
      .map(([id, groupId, senderId, words]) => posted(id, { groupId, senderId, text: words })),
  ),
  often(
    3,
    fc.tuple(thing, text).map(([id, words]) => edited(id, words)),
  ),
  often(2, thing.map(deletedMessage)),
  often(
    5,
    fc.tuple(thing, person, emoji).map(([id, p, e]) => reacted(id, p, e)),
  ),
  often(
    2,
    fc.tuple(thing, person, emoji).map(([id, p, e]) => unreacted(id, p, e)),
  ),
  often(
    3,
    fc.tuple(person, thing, group).map(([p, id, g]) => read(p, id, g)),
  ),
  often(
    3,
    fc.tuple(thing, group, person).map(([id, g, p]) => scheduled(id, g, p)),
  ),
  often(
    1,
    fc.tuple(thing, group, person).map(([id, g, p]) => cancelled(id, g, p)),
  ),
  often(
    3,
    fc
      .tuple(thing, group, person, fc.constantFrom(10, 'none' as const, null))
      .map(([entryId, groupId, userId, minutes]) => {
        const identity = { entryId, groupId, creatorId: userId };
        if (minutes === 'none') return happens('ReminderChosen', { ...identity, userId, minutes });
        if (minutes === null) return happens('AlarmSet', { ...identity, dueAt: times.startsAt });
        const { startsAt } = times;
        return happens('RemindersSent', { ...identity, occurrence: null, startsAt, minutes, userIds: [userId] });
      }),
  ),
  often(
    1,
    fc.tuple(thing, person, fc.option(group)).map(([fileId, ownerId, groupId]) =>
      happens('FileStored', {
        fileId,
        ownerId,
        groupId,
        purpose: groupId === null ? 'message' : 'group-image',
        mimeType: 'image/webp',
        size: 1,
        width: 1,
        height: 1,
        name: 'f',
      }),
    ),
  ),
  often(
    1,
    fc.tuple(thing, person, person).map(([reportId, reporterId, reportedUserId]) =>
      happens('MessageReported', {
        reportId,
        messageId: reportId,
        groupId: uuid(2, 0),
        reporterId,
        reportedUserId,
        reason: 'spam',
        messageKind: 'text',
        messagePostedAt: times.startsAt,
        description: 'd',
        evidence: 'e',
        file: null,
        fileName: null,
        entry: null,
      }),
    ),
  ),
);
