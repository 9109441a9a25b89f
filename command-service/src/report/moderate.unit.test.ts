import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { moderate } from './moderate.ts';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const [userId, reportId] = [id(1), id(2)];
const changed: DomainEvent = {
  type: 'PhoneChanged',
  data: { userId, phone: '+12025550199', phoneKey: 'new', previousPhoneKey: 'old' },
};

/** A log in memory. @param meanwhile what the person does just before an append to another stream. */
const memoryLog = (meanwhile: DomainEvent) => {
  const streams = new Map<string, StoredEvent[]>();
  let position = 0;
  const append = async (stream: string, added: readonly DomainEvent[], metadata: Partial<EventMetadata> = {}) => {
    const known = streams.get(stream) ?? [];
    const stored = added.map((event, index) => {
      position += 1;
      const place = { id: `e${position}`, stream, revision: known.length + index, position: String(position) };
      return { ...event, ...place, recordedAt: '2026-05-14T10:00:00.000Z', metadata } as StoredEvent;
    });
    streams.set(stream, [...known, ...stored]);
    return { ok: true, position: String(position), events: stored };
  };
  let isPending = true;
  const events = {
    known: () => undefined,
    current: () => undefined,
    canRead: async () => true,
    read: async (stream: string, from = 0) => (streams.get(stream) ?? []).slice(from),
    append: async (stream: string, added: readonly DomainEvent[], _: unknown, metadata: EventMetadata) => {
      if (isPending) {
        isPending = false;
        await append(userStream(userId), [meanwhile]);
      }
      return append(stream, added, metadata);
    },
  } as unknown as Context['events'];
  return { streams, append, events };
};

it('a ban also blocks the number that the person changed to at that moment (PERM-29)', async () => {
  const { streams, append, events } = memoryLog(changed);
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
