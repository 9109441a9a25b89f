import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { moderate } from './moderate.ts';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const [userId, reportId] = [id(1), id(2)];
const changed: DomainEvent = {
  type: 'PhoneChanged',
  data: { userId, phone: '+12025550199', phoneKey: 'new', previousPhoneKey: 'old' },
};

it('a ban also blocks the number that the person changed to at that moment (PERM-29)', async () => {
  const { streams, append, events } = memoryStreams({ before: '', stream: userStream(userId), events: [changed] });
  await append(userStream(userId), [
    { type: 'UserRegistered', data: { userId, phone: '+12025550100', phoneKey: 'old' } },
  ]);
  const about = { reportId, messageId: id(3), groupId: id(4), reporterId: id(5), reportedUserId: userId };
  const review: DomainEvent = { type: 'ReportReviewed', data: { ...about, action: 'ban_user', by: 'root', notes: '' } };
  const [reviewed] = (await append(reportStream(reportId), [review])).events;
  const context = {
    aggregates: new Aggregates(events),
    clock: { now: () => 0 },
    reads: { active: { query: async () => [] } },
    waitForReads: async () => true,
  } as unknown as Context;
  await moderate.react(context, reviewed as StoredEvent);
  expect(streams.get(userStream(userId))?.at(-1)?.type).toBe('AccountDeleted');
  for (const phoneKey of ['old', 'new'])
    expect(streams.get(phoneStream(phoneKey))?.map(({ type }) => type)).toEqual(['PhoneBanned']);
});
