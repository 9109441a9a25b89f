import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DataOf, DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { settleAttendances } from './settle-attendances.ts';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const [ada, ben, cyd, groupId, entryId] = [id(1), id(2), id(3), id(4), id(5)];
const identity = { entryId, groupId, creatorId: ada };
const seen = { startsAt: '2030-05-16T19:00:00.000Z', endsAt: '2030-05-16T20:00:00.000Z' };

const scheduled: DataOf<'EntryScheduled'> = {
  ...identity,
  ...seen,
  name: 'Dinner',
  description: '',
  location: '',
  date: '2030-05-16',
  time: '19:00',
  timeZone: 'UTC',
  duration: 60,
};
const seats = (seats: number): DomainEvent => ({
  type: 'EntrySeatsSet',
  data: { ...identity, seats, guestsEach: 0, repeats: false },
});
const left = (userId: string): DomainEvent => ({ type: 'MemberLeft', data: { groupId, userId, reason: 'own-wish' } });
const answered = (userId: string, seated: boolean): DomainEvent => ({
  type: 'RsvpGiven',
  data: {
    ...identity,
    occurrence: null,
    from: null,
    userId,
    answer: 'going',
    guests: 0,
    seated,
    leaves: null,
    placeRevision: 0,
    ...seen,
  },
});

/** Ada's dinner in a group with Ben and Cyd, and a process manager that reacts to one event about it. */
const dinner = async () => {
  const { streams, append, events, clock } = memoryStreams();
  const about = { name: 'Club', description: '', settings: defaultGroupSettings, imageId: null };
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  await append(groupStream(groupId), [
    { type: 'GroupCreated', data: { groupId, ownerId: cyd, ...about, ...codes } },
    ...[ada, ben].map((userId): DomainEvent => ({ type: 'MemberJoined', data: { groupId, userId, via: 'link' } })),
  ]);
  await append(entryStream(entryId), [{ type: 'EntryScheduled', data: scheduled }]);
  const context = { aggregates: new Aggregates(events), clock } as Context;
  return {
    inGroup: (event: DomainEvent) => append(groupStream(groupId), [event]),
    react: async (stream: string, event: DomainEvent) => {
      const { events: stored } = await append(stream, [event], { correlationId: 'c1' });
      await settleAttendances.react(context, stored[0] as StoredEvent);
    },
    answers: (event: DomainEvent) => append(attendanceStream(entryId), [event]),
    plan: (event: DomainEvent) => append(entryStream(entryId), [event]),
    attendance: () =>
      (streams.get(attendanceStream(entryId)) ?? []).map(({ type, data }) => [
        type,
        (data as { userId: string }).userId,
      ]),
  };
};

it('an answer that was decided just before its person left is withdrawn (RSVP-20)', async () => {
  const { inGroup, react, attendance } = await dinner();
  await inGroup(left(ben));
  await react(attendanceStream(entryId), answered(ben, true));
  expect(attendance()).toEqual([
    ['RsvpGiven', ben],
    ['RsvpWithdrawn', ben],
  ]);
});

it('an answer that was decided just before seats were added gets one of them (RSVP-10)', async () => {
  const { plan, react, attendance } = await dinner();
  await plan(seats(2));
  await react(attendanceStream(entryId), answered(ben, false));
  expect(attendance()).toEqual([
    ['RsvpGiven', ben],
    ['RsvpPromoted', ben],
  ]);
});

it('an answer that waits for a seat keeps waiting while there is none (RSVP-10)', async () => {
  const { plan, answers, react, attendance } = await dinner();
  await plan(seats(2));
  await answers(answered(cyd, true));
  await react(attendanceStream(entryId), answered(ben, false));
  expect(attendance()).toEqual([
    ['RsvpGiven', cyd],
    ['RsvpGiven', ben],
  ]);
});

it('a creator who left while the event was deleted does not come to it when it is restored (RSVP-20, UNDO-03)', async () => {
  const { inGroup, plan, react, attendance } = await dinner();
  await plan({ type: 'EntryCancelled', data: identity });
  await inGroup(left(ada));
  await react(entryStream(entryId), { type: 'EntryRestored', data: { ...identity, repeats: false } });
  expect(attendance()).toEqual([['RsvpWithdrawn', ada]]);
});
