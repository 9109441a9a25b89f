import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DataOf, DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { settlePolls } from './settle-polls.ts';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const [ada, ben, cyd, groupId, pollId, entryId] = [id(1), id(2), id(3), id(4), id(5), id(6)];
const identity = { pollId, groupId, creatorId: ada };
const startsAt = '2030-05-18T14:00:00.000Z';
const optionId = optionIdOf(startsAt);

const opened: DataOf<'PollOpened'> = {
  ...identity,
  name: 'Setup',
  description: '',
  location: 'Pier 4',
  options: [
    { date: '2030-05-17', time: '19:00', startsAt: '2030-05-17T23:00:00.000Z' },
    { date: '2030-05-18', time: '10:00', startsAt },
  ],
  timeZone: 'America/New_York',
  duration: 120,
  closesAt: null,
};
const cast = (userId: string, vote: 'yes' | 'ifneedbe' | 'no'): DomainEvent => ({
  type: 'VotesCast',
  data: { ...identity, userId, votes: { [optionId]: vote } },
});
const decided: DomainEvent = { type: 'PollClosed', data: { ...identity, reason: 'decided', optionId, entryId } };

/** Ada's poll in a group with Ben and Cyd, and a process manager in a process that has just started. */
const poll = async (...votes: readonly DomainEvent[]) => {
  const { streams, append, events, clock } = memoryStreams();
  const about = { name: 'Club', description: '', settings: defaultGroupSettings, imageId: null };
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  await append(groupStream(groupId), [
    { type: 'GroupCreated', data: { groupId, ownerId: ben, ...about, ...codes } },
    ...[ada, cyd].map((userId): DomainEvent => ({ type: 'MemberJoined', data: { groupId, userId, via: 'link' } })),
  ]);
  await append(pollStream(pollId), [{ type: 'PollOpened', data: opened }, ...votes]);
  const react = (event: StoredEvent, failing = 0) => {
    let left = failing;
    const failsAt = async (...args: Parameters<typeof events.append>) => {
      left -= 1;
      if (left === 0) throw new Error('killed');
      return events.append(...args);
    };
    const store = failing === 0 ? events : { ...events, append: failsAt };
    return settlePolls.react({ aggregates: new Aggregates(store), clock } as Context, event);
  };
  return {
    react,
    prefer: (...chosen: readonly DomainEvent[]) => append(preferencesStream(ada), chosen),
    inGroup: (event: DomainEvent) => append(groupStream(groupId), [event]),
    decide: async () =>
      (await append(pollStream(pollId), [decided], { actor: ben, correlationId: 'c1' })).events[0] as StoredEvent,
    record: async (event: DomainEvent) =>
      (await append(pollStream(pollId), [event], { correlationId: 'c1' })).events[0] as StoredEvent,
    of: (stream: string) => streams.get(stream) ?? [],
    answers: () =>
      (streams.get(attendanceStream(entryId)) ?? []).map(({ data }) => {
        const { userId, answer } = data as { userId: string; answer?: string };
        return [userId, answer];
      }),
    answer: (event: DomainEvent) => append(attendanceStream(entryId), [event]),
  };
};

it('a decided poll becomes an event of the person who decided, and its votes become answers, but for those who left (FIND-13, FIND-14)', async () => {
  const { react, decide, inGroup, of, answers } = await poll(cast(ada, 'no'), cast(ben, 'yes'), cast(cyd, 'ifneedbe'));
  const event = await decide();
  await inGroup({ type: 'MemberLeft', data: { groupId, userId: cyd, reason: 'own-wish' } });
  await react(event);
  const [scheduled] = of(entryStream(entryId));
  expect(scheduled).toMatchObject({
    type: 'EntryScheduled',
    metadata: { actor: ben },
    data: {
      creatorId: ada,
      name: 'Setup',
      location: 'Pier 4',
      startsAt,
      date: '2030-05-18',
      time: '10:00',
      duration: 120,
    },
  });
  expect(answers()).toEqual([
    [ada, 'cant'],
    [ben, 'going'],
  ]);
});

it.each([1, 2, 3, 4])(
  'a decision that is cut off before its append number %i is completed once, however often it runs again (FIND-15, FIND-21)',
  async (cut) => {
    const { react, decide, of, answers } = await poll(cast(ben, 'yes'), cast(cyd, 'ifneedbe'), cast(ada, 'yes'));
    const event = await decide();
    await expect(react(event, cut)).rejects.toThrow('killed');
    await react(event);
    await react(event);
    expect(of(entryStream(entryId)).map(({ type }) => type)).toEqual(['EntryScheduled', 'EntryReminderSet']);
    expect(answers()).toEqual([
      [ben, 'going'],
      [cyd, 'maybe'],
      [ada, 'going'],
    ]);
  },
);

it.each([
  [30, []],
  [60, [{ type: 'ReminderDefaultChosen', data: { userId: ada, minutes: 60 } }]],
  [undefined, [{ type: 'ReminderDefaultChosen', data: { userId: ada, minutes: 'none' } }]],
] as const)(
  'the event of a poll has its creator’s default reminder, whoever decided: %s (REMIND-02, FIND-13)',
  async (minutes, chosen) => {
    const { react, decide, of, prefer } = await poll();
    await prefer(...chosen);
    await react(await decide());
    const set = of(entryStream(entryId)).find(({ type }) => type === 'EntryReminderSet');
    expect((set?.data as { minutes?: number } | undefined)?.minutes).toBe(minutes);
  },
);

it('an answer that its person gave to the event itself stays, whenever the votes are carried over (FIND-14)', async () => {
  const { react, decide, answers, answer } = await poll(cast(ben, 'yes'), cast(ada, 'no'));
  const event = await decide();
  const seen = { startsAt, endsAt: '2030-05-18T16:00:00.000Z', placeRevision: 0 };
  const about = { entryId, occurrence: null, groupId, creatorId: ada, from: null, leaves: null, ...seen };
  await answer({ type: 'RsvpGiven', data: { ...about, userId: ben, answer: 'cant', guests: 0, seated: false } });
  await react(event);
  expect(answers()).toEqual([
    [ben, 'cant'],
    [ada, 'cant'],
  ]);
});

it('votes that were cast just before their person left are withdrawn (FIND-18)', async () => {
  const { react, record, inGroup, of } = await poll();
  await inGroup({ type: 'MemberLeft', data: { groupId, userId: cyd, reason: 'own-wish' } });
  await react(await record(cast(cyd, 'yes')));
  expect(of(pollStream(pollId)).at(-1)).toMatchObject({
    type: 'VotesWithdrawn',
    data: { userId: cyd, reason: 'left' },
  });
});

it('a poll is announced in the chat once, by a message with its id', async () => {
  const { react, of } = await poll();
  const [event] = of(pollStream(pollId)) as [StoredEvent];
  await react(event);
  await react(event);
  expect(of(`message-${pollId}`)).toMatchObject([
    { type: 'MessagePosted', data: { messageId: pollId, senderId: ada, kind: 'poll', text: '' } },
  ]);
});
