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
const dinner = async (dates: readonly string[] = []) => {
  const { streams, append, events, clock } = memoryStreams();
  const about = { name: 'Club', description: '', settings: defaultGroupSettings, imageId: null };
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  await append(groupStream(groupId), [
    { type: 'GroupCreated', data: { groupId, ownerId: cyd, ...about, ...codes } },
    ...[ada, ben].map((userId): DomainEvent => ({ type: 'MemberJoined', data: { groupId, userId, via: 'link' } })),
  ]);
  await append(entryStream(entryId), [{ type: 'EntryScheduled', data: scheduled }]);
  const query = async () => dates.map((occurrence) => ({ id: `${entryId}_${occurrence}`, occurrence }));
  const reads = { active: { query } };
  const waitForReads = async () => true;
  const context = { aggregates: new Aggregates(events), events, clock, reads, waitForReads } as unknown as Context;
  return {
    inGroup: (event: DomainEvent) => append(groupStream(groupId), [event]),
    react: async (stream: string, event: DomainEvent) => {
      const { events: stored } = await append(stream, [event], { commandId: 'c1', correlationId: 'c1' });
      await settleAttendances.react(context, stored[0] as StoredEvent);
    },
    answers: (event: DomainEvent) => append(attendanceStream(entryId), [event]),
    plan: (event: DomainEvent) => append(entryStream(entryId), [event]),
    answersTo: (date: string, event: DomainEvent) => append(attendanceStream(`${entryId}_${date}`), [event]),
    attendance: (date?: string) =>
      (streams.get(attendanceStream(date === undefined ? entryId : `${entryId}_${date}`)) ?? []).map(
        ({ type, data }) => [type, (data as { userId: string }).userId],
      ),
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

const repeats = (data: Partial<DataOf<'SeriesSet'>> = {}): DomainEvent => ({
  type: 'SeriesSet',
  data: {
    ...scheduled,
    ...{ from: '2030-05-16', rule: { unit: 'week', every: 1 }, lastDate: null, lastEndsAt: null },
    ...data,
  },
});

it('nobody on the waitlist of an event takes a seat of somebody else when it begins to repeat (RSVP-10, SERIES-26)', async () => {
  const { plan, answers, react, attendance } = await dinner();
  await plan(seats(3));
  const pair = answered(ben, false);
  await answers({ ...pair, data: { ...pair.data, guests: 1 } } as DomainEvent);
  await answers(answered(cyd, true));
  await react(entryStream(entryId), repeats());
  expect(attendance('2030-05-16')).toEqual([
    ['RsvpGiven', cyd],
    ['RsvpGiven', ben],
  ]);
});

/** Cyd has a seat on a Thursday by itself, and Ben waits for one. */
const thursday = '2030-05-23';
const onThursday = (userId: string, seated: boolean): DomainEvent => {
  const { data } = answered(userId, seated);
  return { type: 'RsvpGiven', data: { ...data, occurrence: thursday } as DataOf<'RsvpGiven'> };
};
const moved = repeats({ from: thursday, date: '2030-05-24', rule: { unit: 'week', every: 1, on: ['FR'] } });

it('answers to a date by itself go along when it moves to another day, with seats and the line (RSVP-15, RSVP-16)', async () => {
  const { plan, answersTo, react, attendance } = await dinner([thursday]);
  await plan(repeats());
  await plan(seats(2));
  await answersTo(thursday, onThursday(cyd, true));
  await answersTo(thursday, onThursday(ben, false));
  await react(entryStream(entryId), moved);
  expect(attendance('2030-05-24')).toEqual([
    ['RsvpGiven', cyd],
    ['RsvpGiven', ben],
  ]);
});

it('a day that gets its dates back keeps the answers from then', async () => {
  const friday = '2030-05-24';
  const { plan, answersTo, react, attendance } = await dinner([thursday, friday]);
  await plan(repeats());
  await answersTo(thursday, onThursday(cyd, true));
  await plan(moved);
  const { data } = onThursday(ben, true);
  await answersTo(friday, { type: 'RsvpGiven', data: { ...data, occurrence: friday } as DataOf<'RsvpGiven'> });
  await react(
    entryStream(entryId),
    repeats({ from: friday, date: thursday, rule: { unit: 'week', every: 1, on: ['TH'] } }),
  );
  expect(attendance(thursday)).toEqual([['RsvpGiven', cyd]]);
});
