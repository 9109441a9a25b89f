import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { clock, identity, on, scheduled } from '@quorum/domain/testing/weekly-entry.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import type { AlertContext } from './alert-kind.ts';
import { reminderAlerts } from './reminder-alerts.ts';

const { entryId, groupId, creatorId: ada } = identity;
const ben = '00000000-0000-4000-8000-00000000000b';
const { startsAt, endsAt } = on('2030-05-14');
const start = Date.parse(startsAt);

/** What Ben is alerted of by a reminder of Ada's event, before which this happened. */
const alertedOf = async (
  at: { readonly now: number; readonly minutes?: number },
  ...since: readonly (readonly [stream: string, event: DomainEvent])[]
): Promise<string | undefined> => {
  const { append, events } = memoryStreams();
  const about = { name: 'Club', description: '', settings: defaultGroupSettings, imageId: null };
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  await append(groupStream(groupId), [
    { type: 'GroupCreated', data: { groupId, ownerId: ada, ...about, ...codes } },
    { type: 'MemberJoined', data: { groupId, userId: ben, via: 'link' } },
  ]);
  await append(entryStream(entryId), [scheduled]);
  const { now, minutes = 30 } = at;
  const data = { ...identity, occurrence: null, startsAt, minutes, userIds: [ben] };
  const [sent] = (await append(remindersStream(entryId), [{ type: 'RemindersSent', data }])).events as [
    EventOf<'RemindersSent'>,
  ];
  for (const [stream, event] of since) await append(stream, [event]);
  const context = { aggregates: new Aggregates(events), clock: { now: () => now } } as unknown as AlertContext;
  return (await reminderAlerts.alert(context, sent, { userId: ben, timeZone: 'UTC' }))?.title;
};

const inTime = { now: start - 30 * MINUTE_MS };

it('the alert of a reminder goes out until its event starts, and one at the start for a minute more (REMIND-06, REMIND-08)', async () => {
  expect(await alertedOf(inTime)).toBe('Stand-up starts in 30 minutes');
  expect(await alertedOf({ now: start - 1 })).toBe('Stand-up starts now');
  expect(await alertedOf({ now: start })).toBeUndefined();
  expect(await alertedOf({ now: start + MINUTE_MS - 1, minutes: 0 })).toBe('Stand-up starts now');
  expect(await alertedOf({ now: start + MINUTE_MS, minutes: 0 })).toBeUndefined();
});

it('the alert of a reminder does not go out once its event has moved or was deleted (REMIND-07)', async () => {
  const times = { ...clock, time: '20:00', date: '2030-05-14', ...on('2030-05-14', 20) };
  const moved: DomainEvent = { type: 'EntryRescheduled', data: { ...identity, ...times } };
  expect(await alertedOf(inTime, [entryStream(entryId), moved])).toBeUndefined();
  expect(await alertedOf(inTime, [entryStream(entryId), { type: 'EntryCancelled', data: identity }])).toBeUndefined();
});

it('the alert of a reminder does not go out to who has left the group or declined since (REMIND-03, REMIND-10)', async () => {
  const left: DomainEvent = { type: 'MemberLeft', data: { groupId, userId: ben, reason: 'own-wish' } };
  expect(await alertedOf(inTime, [groupStream(groupId), left])).toBeUndefined();
  const answer = { answer: 'cant', guests: 0, seated: false, leaves: null, from: null, placeRevision: 0 } as const;
  const data = { ...identity, occurrence: null, userId: ben, startsAt, endsAt, ...answer };
  expect(await alertedOf(inTime, [attendanceStream(entryId), { type: 'RsvpGiven', data }])).toBeUndefined();
});
