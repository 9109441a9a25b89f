import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { NoticeDocument } from '@quorum/service-kit/reads/notice.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import type { AlertContext } from './alert-kind.ts';
import { eventAlerts } from './event-alerts.ts';

const [ada, ben, groupId, entryId] = ['ada', 'ben', 'club', 'dinner'];

type Filter = { readonly field: 'at'; readonly value: string };

/** Read models in which an event has a notice of this change, and thousands from before. */
const noticesOf = (id: string, at: string) => {
  const notice = (index: number, more: Partial<NoticeDocument> = {}): NoticeDocument => ({
    id: `a${index}`,
    groupId,
    kind: 'cancelled',
    userId: ada,
    creatorId: ada,
    order: String(index).padStart(8, '0'),
    at: '2020-01-01T00:00:00.000Z',
    entryId,
    occurrence: `2020-01-${String((index % 28) + 1).padStart(2, '0')}`,
    entry: { name: 'Dinner', from: { startsAt: at, endsAt: at }, to: null },
    ...more,
  });
  const all = [
    ...Array.from({ length: 3_000 }, (_, index) => notice(index)),
    notice(9_999, { id, at, occurrence: '2030-05-17' }),
  ];
  return async (_: string, { filter = [], limit }: { filter?: readonly Filter[]; limit: number }) =>
    all.filter((each) => filter.every(({ field, value }) => each[field] >= value)).slice(0, limit);
};

it('a change of an event that had thousands of changes before alerts the members like the first (NOTE-18)', async () => {
  const { append, events, clock } = memoryStreams();
  const about = { name: 'Club', description: '', settings: defaultGroupSettings, imageId: null };
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  await append(groupStream(groupId), [{ type: 'GroupCreated', data: { groupId, ownerId: ada, ...about, ...codes } }]);
  await append(groupStream(groupId), [{ type: 'MemberJoined', data: { groupId, userId: ben, via: 'link' } }]);
  await append(userStream(ada), [
    { type: 'UserRegistered', data: { userId: ada, phone: '+12125550123', phoneKey: 'key' } },
  ]);
  const was = { startsAt: '2030-05-17T10:00:00.000Z', endsAt: '2030-05-17T11:00:00.000Z' };
  const cancelled = { entryId, groupId, creatorId: ada, occurrence: '2030-05-17', was };
  const [event] = (await append('entry-dinner', [{ type: 'OccurrenceCancelled', data: cancelled }])).events as [
    EventOf<'OccurrenceCancelled'>,
  ];
  const active = { query: noticesOf(event.id, event.recordedAt), getMany: async () => new Map() };
  const context = { aggregates: new Aggregates(events), clock, reads: { active } } as unknown as AlertContext;
  expect(await eventAlerts.recipients(context, event, new Set([ben]))).toEqual([{ userId: ben, isLimited: false }]);
});
