import { describe, expect, it } from 'vitest';
import { message, notice, person } from '../../testing/fakes.ts';
import { patched } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';
import { messagePatches } from './message-api.ts';
import { MAX_HELD, type MessageList, messageListOf, withNotice, withOlder } from './message-list.ts';

const span = { startsAt: '2026-05-14T23:00:00.000Z', endsAt: '2026-05-15T00:00:00.000Z' };
const ENTRY = '0a6e7c1e-1f4b-4a56-9d0c-2b7d3f5e8a91';
const movedEvent = (id: string, order: string, eventId: string) =>
  notice(id, order, {
    kind: 'moved',
    event: { _id: eventId, creatorId: 'user-b', name: 'Book club', from: span, to: span },
  });
const moved = movedEvent('n3', '03', ENTRY);
const joined = notice('n1', '01');
const page = { messages: [message('m2', '02'), message('m4', '04')], notices: [moved], hasMore: true };
const list = messageListOf(page);

const after = (...changes: readonly Change[]): MessageList =>
  changes.reduce((now, change) => patched(messagePatches, now, change, { arg: 'group-1', userId: 'ada' }), list);
const ids = (notices: readonly { readonly _id: string }[]) => notices.map(({ _id }) => _id);
const noticed = (_id: string, order: string): Change => ({
  name: 'chatNotice',
  payload: { groupId: 'group-1', notice: notice(_id, order) },
});

describe('the notices of a chat', () => {
  it('the notices of a chat are added once, in their order', () => {
    const { notices } = after(noticed('n5', '05'), noticed('n5', '05'), noticed('n2', '025'));
    expect(ids(notices)).toEqual(['n2', 'n3', 'n5']);
    expect(after({ name: 'chatNotice', payload: { groupId: 'group-1' } })).toBe(list);
  });

  it('the notices of a chat come with the pages of messages', () => {
    const older = withOlder(list, { messages: [message('m0', '00')], notices: [joined], hasMore: false });
    expect(ids(older.notices)).toEqual(['n1', 'n3']);
  });

  it('the notices of a chat are dropped with the messages around them', () => {
    const before = Array.from({ length: MAX_HELD }, (_, at) => message(`b${at}`, `01-${String(at).padStart(4, '0')}`));
    expect(withOlder(list, { messages: before, notices: [joined], hasMore: false }).notices).toEqual([joined]);
  });

  it('the notices of a chat are taken only where the messages around them are loaded', () => {
    const taken = (part: Partial<MessageList>) =>
      ids([notice('before', '01'), notice('after', '05')].reduce(withNotice, { ...list, ...part }).notices);
    expect(taken({})).toEqual(['n3', 'after']);
    expect(taken({ hasMoreAfter: true })).toEqual(['n3']);
    expect(taken({ hasMoreBefore: false })).toEqual(['before', 'n3', 'after']);
  });

  it('the notices of a chat name no event that was deleted for good or by moderation, and go on naming one that can be restored', () => {
    const deleted = (more: { readonly forGood?: true }): Change => ({
      name: 'eventDeleted',
      payload: { groupId: 'group-1', eventId: ENTRY, ...more },
    });
    const removed = (isEvent: boolean): Change => ({
      name: 'messageDeleted',
      payload: { groupId: 'group-1', messageId: ENTRY, isEvent, revision: '06' },
    });
    expect(ids(after(deleted({}), removed(true)).notices)).toEqual(['n3']);
    expect(ids(after(noticed('n5', '05'), deleted({ forGood: true })).notices)).toEqual(['n5']);
    expect(ids(after(removed(false)).notices)).toEqual([]);
    const ofDate = movedEvent('n4', '04', `${ENTRY}_2026-05-21`);
    const told: Change = { name: 'chatNotice', payload: { groupId: 'group-1', notice: ofDate } };
    expect(ids(after(told, deleted({ forGood: true })).notices)).toEqual([]);
  });

  it('the notices of a chat follow a new name, and lose what a deleted account planned', () => {
    const renamed = after({
      name: 'memberUpdated',
      payload: {
        groupId: 'group-1',
        member: { userId: person('user-b', 'Maya'), role: 'member', joinedAt: '2026-05-01T00:00:00.000Z' },
      },
    });
    expect(renamed.notices[0]?.person.firstName).toBe('Maya');
    const gone = after(noticed('n5', '05'), {
      name: 'memberLeft',
      payload: { groupId: 'group-1', userId: 'user-b', reason: 'account-deleted' },
    });
    expect(ids(gone.notices)).toEqual(['n5']);
    expect(gone.notices[0]?.person).toMatchObject({ firstName: '', lastName: '' });
  });
});
