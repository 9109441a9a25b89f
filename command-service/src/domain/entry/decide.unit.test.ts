import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { describe, expect, it } from 'vitest';
import { type Asking, decideCancel, decideChangeEntry, decideSchedule } from './decide.ts';
import { entryAggregate } from './entry.ts';

const [ada, ben, group, entryId] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
] as const;
const { given } = testDecider(entryAggregate);
type State = ReturnType<typeof entryAggregate.initial>;

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
const longer = { ...times, duration: 90, endsAt: '2030-05-14T16:00:00.000Z' };
const scheduled: DomainEvent = { type: 'EntryScheduled', data: { ...identity, ...details, ...times } };
const personal: DomainEvent = { type: 'EntryScheduled', data: { ...scheduled.data, groupId: PERSONAL_GROUP } };
const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };
const renamed: DomainEvent = { type: 'EntryDetailsChanged', data: { ...identity, ...details, name: 'Race' } };
const rescheduled: DomainEvent = { type: 'EntryRescheduled', data: { ...identity, ...longer } };

const creator: Asking = { actorId: ada, role: 'member' };
const owner: Asking = { actorId: ben, role: 'owner' };
const stranger: Asking = { actorId: ben, role: undefined };
const rename = (asking: Asking) => (entry: State) => decideChangeEntry(entry, asking, { name: 'Race' }, undefined);
const cancel = (asking: Asking) => (entry: State) => decideCancel(entry, asking);

describe('a calendar entry', () => {
  it('is scheduled once', () => {
    const schedule = (entry: State) => decideSchedule(entry, { ...identity, ...details, ...times });
    given().when(schedule).then(scheduled);
    given(scheduled).when(schedule).then();
    given(scheduled, cancelled).when(schedule).then();
  });

  it('changes only what is given and differs (API-43, API-44, EVENT-44)', () => {
    given(scheduled).when(rename(creator)).then(renamed);
    given(scheduled)
      .when((entry) => decideChangeEntry(entry, creator, {}, longer))
      .then(rescheduled);
    given(scheduled)
      .when((entry) => decideChangeEntry(entry, creator, { name: 'Race' }, longer))
      .then(renamed, rescheduled);
    given(scheduled)
      .when((entry) => decideChangeEntry(entry, creator, details, times))
      .then();
  });

  it('keeps the words of the zone it is meant in, also when the instant is the same', () => {
    const eastern = { ...times, time: '10:30', timeZone: 'America/New_York' };
    given(scheduled)
      .when((entry) => decideChangeEntry(entry, creator, {}, eastern))
      .then({ type: 'EntryRescheduled', data: { ...identity, ...eastern } });
  });

  it('is changed and cancelled by its creator alone, not even by the owner (PERM-15)', () => {
    given(scheduled).when(cancel(creator)).then(cancelled);
    for (const decide of [rename, cancel]) {
      given(scheduled).when(decide(owner)).thenRefused('event/not-the-creator');
      given(scheduled).when(decide(stranger)).thenRefused('event/not-found');
      given(scheduled)
        .when(decide({ ...creator, role: undefined }))
        .thenRefused('event/not-found');
    }
  });

  it('that is personal does not exist for others (PERM-16)', () => {
    given(personal)
      .when(cancel({ actorId: ada, role: undefined }))
      .then({ type: 'EntryCancelled', data: { ...identity, groupId: PERSONAL_GROUP } });
    given(personal).when(rename(owner)).thenRefused('event/not-found');
  });

  it('that is cancelled or never was cannot be changed', () => {
    for (const decide of [rename, cancel]) {
      given(scheduled, cancelled).when(decide(creator)).thenRefused('event/not-found');
      given().when(decide(creator)).thenRefused('event/not-found');
    }
  });

  it('counts its changes', () => {
    given(scheduled, renamed, rescheduled)
      .when((entry) => {
        expect(entry).toMatchObject({ revision: 2, name: 'Race', duration: 90 });
        return [];
      })
      .then();
  });
});
