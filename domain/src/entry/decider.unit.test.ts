import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type EntryCommand, entryDecider } from './decider.ts';

const [ada, group, entryId] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
] as const;
const { given } = givenWhenThen(entryDecider);

const identity = { entryId, groupId: group as string, creatorId: ada };
const details = { name: 'Regatta', description: 'All boats', location: 'Lake' };
const times = {
  date: '2030-05-14',
  time: '09:30',
  timeZone: 'America/Chicago',
  duration: 60,
  startsAt: '2030-05-14T14:30:00.000Z',
  endsAt: '2030-05-14T15:30:00.000Z',
};
const wallTimes = { date: '2030-05-14', time: '9:30', timeZone: 'America/Chicago', duration: 60 };
const longer = { ...times, duration: 90, endsAt: '2030-05-14T16:00:00.000Z' };
const scheduled: DomainEvent = { type: 'EntryScheduled', data: { ...identity, ...details, ...times } };
const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };
const renamed: DomainEvent = { type: 'EntryDetailsChanged', data: { ...identity, ...details, name: 'Race' } };
const rescheduled: DomainEvent = { type: 'EntryRescheduled', data: { ...identity, ...longer } };

const schedule: EntryCommand = { type: 'ScheduleEntry', entry: identity, details, times: wallTimes };
const change = (changed: Partial<Pick<Extract<EntryCommand, { type: 'ChangeEntry' }>, 'details' | 'times'>>) =>
  ({ type: 'ChangeEntry', details: {}, times: {}, ...changed }) satisfies EntryCommand;
const cancel: EntryCommand = { type: 'CancelEntry' };
const restore: EntryCommand = { type: 'RestoreEntry', occurrence: undefined };

describe('a calendar entry', () => {
  it('a calendar entry is scheduled once', () => {
    given().when(schedule).then(scheduled);
    given(scheduled).when(schedule).then();
    given(scheduled, cancelled).when(schedule).then();
  });

  it('a calendar entry is refused once its creator has 500 ahead, or the calendar has 5,000 ahead (PERM-15)', () => {
    given().when(schedule, { coming: 4_999 }).then(scheduled);
    given().when(schedule, { coming: 5_000 }).thenRefused('event/too-many-coming');
    given().when(schedule, { coming: 499, comingOfCreator: 499 }).then(scheduled);
    given().when(schedule, { coming: 500, comingOfCreator: 500 }).thenRefused('event/too-many-of-yours');
    given(scheduled).when(schedule, { coming: 5_000 }).then();
  });

  it('a calendar entry is no way around these limits by being moved out of the past, and by being restored only up to twice of them (PERM-15, UNDO-03)', () => {
    const full = { coming: 500, comingOfCreator: 500 };
    const restored: DomainEvent = { type: 'EntryRestored', data: { ...identity, repeats: false } };
    const ofGroup = (coming: number) => given(scheduled, cancelled).when(restore, { coming, comingOfCreator: 999 });
    given(scheduled, cancelled).when(restore, full).then(restored);
    ofGroup(9_999).then(restored);
    ofGroup(10_000).thenRefused('event/too-many-coming');
    given(scheduled, cancelled).when(restore, { comingOfCreator: 1_000 }).thenRefused('event/too-many-of-yours');
    given(scheduled)
      .when(change({ times: { date: '2031-05-14' } }), full)
      .thenRefused('event/too-many-of-yours');
  });

  it('a calendar entry changes only what is given and differs (API-43, API-44, EVENT-44)', () => {
    const rename = { details: { name: 'Race' } };
    given(scheduled).when(change(rename)).then(renamed);
    given(scheduled)
      .when(change({ times: { duration: 90 } }))
      .then(rescheduled);
    given(scheduled)
      .when(change({ ...rename, times: { duration: 90 } }))
      .then(renamed, rescheduled);
    given(scheduled)
      .when(change({ details, times: wallTimes }))
      .then();
  });

  it('a calendar entry records a new time zone even when the instant stays the same', () => {
    const eastern = { time: '10:30', timeZone: 'America/New_York' };
    given(scheduled)
      .when(change({ times: eastern }))
      .then({ type: 'EntryRescheduled', data: { ...identity, ...times, ...eastern } });
  });

  it('a calendar entry comes back whole when its cancellation is undone (UNDO-03)', () => {
    const restored: DomainEvent = { type: 'EntryRestored', data: { ...identity, repeats: false } };
    given(scheduled).when(cancel).then(cancelled);
    given(scheduled, cancelled)
      .when(restore, { now: Date.parse('2026-05-15T00:00:00Z') })
      .then(restored);
    const { revision, position, changedAt, ...before } = given(scheduled).state();
    expect(given(scheduled, cancelled, restored).state()).toMatchObject(before);
    given(scheduled, cancelled, restored).when(restore).then();
    given(scheduled).when(restore).then();
    given().when(restore).thenRefused('event/not-found');
  });

  it('a calendar entry cannot be changed or cancelled once cancelled, or if it was never scheduled', () => {
    for (const command of [change({ details: { name: 'Race' } }), cancel]) {
      given(scheduled, cancelled).when(command).thenRefused('event/not-found');
      given().when(command).thenRefused('event/not-found');
    }
  });

  it('a calendar entry that was changed 2,000 times can only be deleted, because its history is read whole', () => {
    const often = { ...given(scheduled).state(), revision: 2_000 };
    const decide = (command: EntryCommand, entry = often) => entryDecider.decide(command, entry, {});
    const rename = change({ details: { name: 'Race' } });
    const tooOften = { refused: 'series/too-many-parts' };
    expect(decide(rename, { ...often, revision: 1_999 })).toEqual([renamed]);
    expect(decide(rename)).toMatchObject(tooOften);
    expect(decide({ type: 'CancelEntry', occurrence: '2030-05-14', scope: 'this' })).toMatchObject(tooOften);
    expect(decide(restore, { ...often, ...given(scheduled, cancelled).state(), revision: 2_001 })).toMatchObject(
      tooOften,
    );
    expect(decide(cancel)).toEqual([cancelled]);
  });

  it('a calendar entry counts its changes', () => {
    expect(given(scheduled, renamed, rescheduled).state()).toMatchObject({ revision: 2, name: 'Race', duration: 90 });
  });
});
