import type { MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import type { ReadMarkerDocument } from '@quorum/service-kit/reads/preferences.ts';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import { countUnread } from './unread.ts';

const reader = { groupId: 'g', userId: 'me', joinedPosition: '' } as MembershipDocument;

const orderOf = (number: number): string => String(number).padStart(6, '0');

type Kind = Pick<MessageDocument, 'senderId' | 'deleted'>;

const own: Kind = { senderId: 'me', deleted: false };

const deleted: Kind = { senderId: 'other', deleted: true };

const news: Kind = { senderId: 'other', deleted: false };

const times = (count: number, kind: Kind): Kind[] => Array.from({ length: count }, () => kind);

type Asked = { limit: number; after?: { value: string }; range: { after: string } };

const unreadAmong = async (kinds: readonly Kind[], marker?: ReadMarkerDocument) => {
  let read = 0;
  const chat = kinds.map((kind, at) => ({ ...kind, id: `m${at}`, order: orderOf(at + 1) }));
  const active = {
    count: async (_: string, __: object, cap: number) => Math.min(cap, chat.length),
    query: async (collection: string, { limit, after, range }: Asked) => {
      if (collection === 'concerns') return [];
      const page = chat.filter(({ order }) => order > (after?.value ?? range.after)).slice(0, limit);
      read += page.length;
      return page;
    },
  };
  const context = { reads: { active } } as unknown as Reading;
  const { unread } = await countUnread(context, reader, { marker, seenUpTo: '' });
  const { unreadCount, ...counted } = unread;
  return { unread: unreadCount, ...counted, read };
};

describe('the count of unread messages', () => {
  it('the count of unread messages skips any number of deleted and own messages (UX-03)', async () => {
    expect((await unreadAmong([...times(150, deleted), ...times(3, news)])).unread).toBe(3);
    expect((await unreadAmong([...times(40, news), ...times(250, own), ...times(30, news)])).unread).toBe(70);
    expect((await unreadAmong([...times(90, news), ...times(100, deleted), ...times(50, news)])).unread).toBe(100);
    expect((await unreadAmong(times(300, own))).unread).toBe(0);
  });

  it('the count of unread messages reports up to which message it counted, including own and deleted ones (UX-03)', async () => {
    expect(await unreadAmong([...times(3, news), ...times(2, own)])).toMatchObject({
      unread: 3,
      countedUpTo: orderOf(5),
    });
    expect(await unreadAmong([])).toMatchObject({ unread: 0, countedUpTo: '' });
  });

  it('the count of unread messages names the first unread message to a reader who has read none (UX-03)', async () => {
    const chat = [...times(2, own), ...times(1, deleted), ...times(150, news)];
    expect((await unreadAmong(chat)).firstUnreadMessageId).toBe('m3');
    expect(await unreadAmong(times(2, own))).not.toHaveProperty('firstUnreadMessageId');
    const marker = { order: orderOf(4) } as ReadMarkerDocument;
    expect(await unreadAmong(chat, marker)).not.toHaveProperty('firstUnreadMessageId');
  });

  it('the count of unread messages reads no more than it needs, and is bounded', async () => {
    expect(await unreadAmong(times(5_000, news))).toMatchObject({ unread: 100, read: 100 });
    expect((await unreadAmong(times(9_000, deleted))).read).toBe(3_000);
    expect(await unreadAmong([])).toMatchObject({ unread: 0, read: 0 });
  });
});

/** The mentions among unread messages, and how often they were looked up in the index, which knows of one. */
const mentionsAmong = async (...messages: readonly Partial<MessageDocument>[]) => {
  let lookUps = 0;
  const plain = { senderId: 'other', deleted: false, edited: false, replyTo: null, postedAt: '2026-05-14' };
  const chat = messages.map((message, at) => ({ ...plain, ...message, id: `m${at}`, order: orderOf(at + 1) }));
  const active = {
    query: async (collection: string, { after }: Asked) => {
      if (collection === 'messages') return after === undefined ? chat.slice(0, 100) : chat.slice(100);
      lookUps += 1;
      return [{ messageId: 'm0', senderId: 'other', at: '2026-05-14' }];
    },
  };
  const context = { reads: { active } } as unknown as Reading;
  const { unread, unseenMentions } = await countUnread(context, reader, { marker: undefined, seenUpTo: '2026-05-13' });
  expect(unseenMentions).toBe(unread.mentionCount);
  return { mentions: unread.mentionCount, lookUps };
};

describe('the count of unread mentions', () => {
  it('the count of unread mentions needs no look-up where the messages say whom they concern (NOTE-04)', async () => {
    const counted = mentionsAmong({}, { mentions: ['me'] }, { everyone: true }, { mentions: ['you'] });
    expect(await counted).toEqual({ mentions: 2, lookUps: 0 });
    expect(await mentionsAmong({ senderId: 'me', everyone: true }, { deleted: true, mentions: ['me'] })).toEqual({
      mentions: 0,
      lookUps: 0,
    });
    expect(await mentionsAmong()).toEqual({ mentions: 0, lookUps: 0 });
  });

  it('the count of unread mentions looks up whom replies answer, who was told before an edit, and what is beyond the count (NOTE-04)', async () => {
    const found = { mentions: 1, lookUps: 1 };
    expect(await mentionsAmong({}, { replyTo: 'own' })).toEqual(found);
    expect(await mentionsAmong({ edited: true, mentions: ['me'] }, { edited: true, mentions: ['you'] })).toEqual(found);
    expect(await mentionsAmong(...Array.from({ length: 150 }, () => ({})))).toEqual(found);
  });
});
