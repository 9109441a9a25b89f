import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { describe, expect, it } from 'vitest';
import { changesOf } from './features.ts';
import {
  ada,
  ben,
  cancelled,
  club,
  deletedMessage,
  dinner,
  edited,
  founded,
  groupDeleted,
  happens,
  hello,
  joined,
  left,
  posted,
  reacted,
  registered,
  removed,
  rescheduled,
  scheduled,
  unreacted,
} from './testing/people.ts';

const changes = (event: DomainEvent) => recorded([event]).flatMap(changesOf);
const toGroup = (kind: string, data: object = {}) => ({
  audience: `group-${club}`,
  kind,
  data: { groupId: club, ...data },
});
const toUser = (kind: string, userId: string, data: object) => ({ audience: `user-${userId}`, kind, data });
const account = (aspect: string) => toUser('accountUpdated', ada, { userId: ada, aspect });
/** The position of the only event. */
const first = recorded([posted(hello)])[0]?.position ?? '';
/** A notice has the id of its event. */
const noted = toGroup('chatNotice', { noticeId: 'event-0' });
const details = { entryId: dinner, groupId: club, creatorId: ada, name: 'Lunch', description: '', location: '' };

describe('the changes of an event', () => {
  it('the changes of an event reach the group for messages and reactions', () => {
    expect(changes(posted(hello))).toEqual([toGroup('newMessage', { messageId: hello })]);
    expect(changes(edited(hello, 'x'))).toEqual([toGroup('messageUpdated', { messageId: hello })]);
    const previews = happens('LinkPreviewsResolved', { messageId: hello, groupId: club, senderId: ada, previews: [] });
    expect(changes(previews)).toEqual([toGroup('messageUpdated', { messageId: hello })]);
    expect(changes(deletedMessage(hello))).toEqual([
      toGroup('messageDeleted', { messageId: hello, isEvent: false, revision: first }),
    ]);
    const reaction = { messageId: hello, emoji: '🎉', userId: ben, revision: first };
    expect(changes(reacted(hello, ben, '🎉'))).toEqual([toGroup('messageReaction', { ...reaction, action: 'add' })]);
    expect(changes(unreacted(hello, ben, '🎉'))).toEqual([
      toGroup('messageReaction', { ...reaction, action: 'remove' }),
    ]);
  });

  it('the changes of an event reach the group for entries, and for the message that announces them', () => {
    expect(changes(scheduled(dinner, club, ada))).toEqual([toGroup('eventCreated', { eventId: dinner }), noted]);
    const updated = [toGroup('eventUpdated', { eventId: dinner }), toGroup('messageUpdated', { messageId: dinner })];
    expect(changes(happens('EntryDetailsChanged', details))).toEqual([...updated, noted]);
    expect(changes(rescheduled(dinner, club, ada))).toEqual([...updated, noted]);
    expect(changes(cancelled(dinner, club, ada))).toEqual([
      toGroup('eventDeleted', { eventId: dinner }),
      toGroup('messageDeleted', { messageId: dinner, isEvent: true, revision: first }),
      noted,
    ]);
    const purged = happens('EntryPurged', { entryId: dinner, groupId: club, creatorId: ada });
    expect(changes(purged)).toEqual([toGroup('eventDeleted', { eventId: dinner, forGood: true })]);
  });

  it('the changes of an event reach only the creator for personal entries', () => {
    const data = { groupId: 'my-q', eventId: dinner };
    expect(changes(scheduled(dinner, 'my-q', ada))).toEqual([toUser('eventCreated', ada, data)]);
    expect(changes(happens('EntryDetailsChanged', { ...details, groupId: 'my-q' }))).toEqual([
      toUser('eventUpdated', ada, data),
    ]);
    expect(changes(rescheduled(dinner, 'my-q', ada))).toEqual([toUser('eventUpdated', ada, data)]);
    expect(changes(cancelled(dinner, 'my-q', ada))).toEqual([toUser('eventDeleted', ada, data)]);
  });

  it('the changes of an event reach the group for its own changes, even for a new name that its events show (RT-15)', () => {
    expect(changes(founded(club, ada))).toEqual([toUser('groupJoined', ada, { groupId: club })]);
    expect(changes(happens('GroupDetailsChanged', { groupId: club, name: 'Film Club', description: '' }))).toEqual([
      toGroup('groupUpdated'),
      toGroup('groupNameUpdatedInEvents'),
    ]);
    for (const event of [
      happens('GroupImageChanged', { groupId: club, fileId: 'image-1' }),
      happens('GroupImageRemoved', { groupId: club }),
    ])
      expect(changes(event), event.type).toEqual([toGroup('groupUpdated')]);
    const inNewRole = (userId: string) => [
      toGroup('memberUpdated', { userId }),
      toUser('ownGroupUpdated', userId, { groupId: club }),
    ];
    expect(changes(happens('MemberRoleChanged', { groupId: club, userId: ben, role: 'admin' }))).toEqual(
      inNewRole(ben),
    );
    expect(changes(happens('OwnershipTransferred', { groupId: club, from: ada, to: ben, reason: 'own-wish' }))).toEqual(
      [toGroup('groupUpdated'), ...inNewRole(ada), ...inNewRole(ben)],
    );
    expect(changes(groupDeleted(club))).toEqual([toGroup('groupDeleted')]);
  });

  it('the changes of an event reach both the group and the person for joining and leaving', () => {
    expect(changes(joined(club, ben))).toEqual([
      toGroup('memberJoined', { userId: ben }),
      toUser('groupJoined', ben, { groupId: club }),
      noted,
    ]);
    expect(changes(left(club, ben))).toEqual([
      toGroup('memberLeft', { userId: ben, reason: 'left' }),
      toUser('groupLeft', ben, { groupId: club, reason: 'left' }),
      noted,
    ]);
    expect(changes(removed(club, ben))).toEqual([
      toGroup('memberLeft', { userId: ben, reason: 'removed' }),
      toUser('groupLeft', ben, { groupId: club, reason: 'removed' }),
      noted,
    ]);
    expect(changes(happens('MemberLeft', { groupId: club, userId: ben, reason: 'account-deleted' }))[0]).toEqual(
      toGroup('memberLeft', { userId: ben, reason: 'account-deleted' }),
    );
  });

  it('the changes of an event remove what a removed member wrote once their account is deleted, and not when they may return (PERM-23, PERM-28)', () => {
    const lifted = (reason: 'let-back-in' | 'account-deleted') =>
      changes(happens('RemovalLifted', { groupId: club, userId: ben, reason }));
    expect(lifted('account-deleted')).toEqual([toGroup('memberLeft', { userId: ben, reason: 'account-deleted' })]);
    expect(lifted('let-back-in')).toEqual([toGroup('removalLifted')]);
  });

  it('the changes of an event reach others for the parts of an account that they see', () => {
    expect(changes(happens('NameChanged', { userId: ada, firstName: 'Ada', lastName: 'King' }))).toEqual([
      account('name'),
    ]);
    expect(changes(happens('PictureChanged', { userId: ada, fileId: 'p' }))).toEqual([account('picture')]);
    expect(changes(happens('EmailChanged', { userId: ada, email: 'a@example.com' }))).toEqual([account('email')]);
  });

  it("the changes of an event tell a person's own browsers that a pin is gone", () => {
    const changed = { userId: ada, groupId: club, changes: { pinned: false } };
    expect(changes(happens('GroupPreferencesChanged', changed))).toEqual([
      toUser('groupPreferencesUpdated', ada, { groupId: club, pinned: false }),
    ]);
  });

  it('the changes of an event name the session that stays when the others end', () => {
    expect(changes(happens('SessionsRevoked', { userId: ada, except: 's1' }))[1]).toEqual({
      audience: `sessions-${ada}`,
      kind: 'sessionEnded',
      data: { userId: ada, reason: 'revoked', except: 's1' },
    });
  });

  it('the changes of an event contain no personal text', () => {
    const texts = [
      registered(ada),
      founded(club, ada),
      posted(hello),
      scheduled(dinner, club, ada),
      edited(hello, 'secret'),
    ];
    expect(JSON.stringify(texts.flatMap(changes))).not.toMatch(/Book Club|brings|Dinner|secret|555/);
  });
});
