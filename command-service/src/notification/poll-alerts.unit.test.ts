import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import type { AlertContext } from './alert-kind.ts';
import { pollAlerts } from './poll-alerts.ts';

const [ada, groupId, pollId] = ['ada', 'club', 'poll'];
const identity = { pollId, groupId, creatorId: ada };
const closed = (reason: 'deadline' | 'expired' | 'cancelled'): DomainEvent => ({
  type: 'PollClosed',
  data: { ...identity, reason, optionId: null, entryId: null },
});
const proposal = {
  ...identity,
  name: 'Setup',
  description: '',
  location: '',
  options: [{ date: '2030-05-17', time: '10:00', startsAt: '2030-05-17T10:00:00.000Z' }],
  timeZone: 'UTC',
  duration: 60,
  closesAt: null,
};

/** Ada's poll, closed in the end, and what she is alerted of. */
const alertedOf = async (event: DomainEvent, ...later: readonly DomainEvent[]) => {
  const { append, events, clock } = memoryStreams();
  const about = { name: 'Club', description: '', settings: defaultGroupSettings, imageId: null };
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  await append(groupStream(groupId), [{ type: 'GroupCreated', data: { groupId, ownerId: ada, ...about, ...codes } }]);
  await append(pollStream(pollId), [{ type: 'PollOpened', data: proposal }]);
  const [stored] = (await append(pollStream(pollId), [event])).events as [EventOf<'PollClosed'>];
  await append(pollStream(pollId), later);
  const context = { aggregates: new Aggregates(events), clock } as unknown as AlertContext;
  return (await pollAlerts.alert(context, stored, { userId: ada, timeZone: 'UTC' }))?.title;
};

it('the creator of a poll is alerted once that the voting has ended, and not if it goes on (FIND-11, NOTE-18)', async () => {
  expect(await alertedOf(closed('deadline'))).toBe('Voting on Setup has ended');
  expect(await alertedOf(closed('expired'))).toBe('Voting on Setup has ended');
  const goesOn: DomainEvent = { type: 'PollChanged', data: { ...proposal, changed: ['closesAt'], answered: 0 } };
  expect(await alertedOf(closed('deadline'), goesOn)).toBeUndefined();
  expect(pollAlerts.mayConcern?.(closed('cancelled') as EventOf<'PollClosed'>)).toBe(false);
});

it('only a creator who gets pushes and has not muted the group is alerted of the end of a poll (NOTE-18)', async () => {
  const muted = new Set<string>();
  const context = {
    clock: { now: () => 0 },
    reads: {
      active: {
        getMany: async (_: string, ids: readonly string[]) =>
          new Map(ids.filter((id) => muted.has(id)).map((id) => [id, { mutedUntil: 'always' }])),
      },
    },
  } as unknown as AlertContext;
  const event = closed('deadline') as EventOf<'PollClosed'>;
  expect(await pollAlerts.recipients(context, event, new Set([ada, 'ben']))).toEqual([
    { userId: ada, isLimited: true },
  ]);
  expect(await pollAlerts.recipients(context, event, new Set(['ben']))).toEqual([]);
  muted.add('ada:club');
  expect(await pollAlerts.recipients(context, event, new Set([ada]))).toEqual([]);
});
