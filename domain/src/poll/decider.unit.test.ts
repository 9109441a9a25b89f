import { limits } from '@quorum/contracts/kernel/limits.ts';
import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import { describe, expect, it } from 'vitest';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type PollCommand, pollDecider } from './decider.ts';
import { scoresOf } from './poll.ts';

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [pollId, groupId, creatorId, ben, cyd, entryId] = [id(1), id(2), id(3), id(4), id(5), id(6)] as const;
const { given } = givenWhenThen(pollDecider);

const identity = { pollId, groupId, creatorId };
const texts = { name: 'Setup', description: '', location: 'Pier 4' };
const now = Date.parse('2030-05-16T12:00:00.000Z');
const facts = { now };
const at = (date: string, time: string, startsAt: string) => ({ date, time, startsAt });
const friday = at('2030-05-17', '19:00', '2030-05-17T23:00:00.000Z');
const saturday = at('2030-05-18', '10:00', '2030-05-18T14:00:00.000Z');
const sunday = at('2030-05-19', '10:00', '2030-05-19T14:00:00.000Z');
const [fri, sat, sun] = [friday, saturday, sunday].map(({ startsAt }) => optionIdOf(startsAt)) as [
  string,
  string,
  string,
];
const zone = 'America/New_York';
const proposal: DataOf<'PollOpened'> = {
  ...identity,
  ...texts,
  options: [friday, saturday],
  timeZone: zone,
  duration: 120,
  closesAt: null,
};
const opened: DomainEvent = { type: 'PollOpened', data: proposal };
const until = (closesAt: string | null, more: Partial<DataOf<'PollOpened'>> = {}): DomainEvent => ({
  type: 'PollOpened',
  data: { ...proposal, closesAt, ...more },
});
const open = (times: readonly { date: string; time: string }[], closesAt: string | null = null): PollCommand => ({
  type: 'OpenPoll',
  poll: { ...identity, ...texts, timeZone: zone, duration: 120, closesAt },
  times,
});
const cast = (userId: string, votes: DataOf<'VotesCast'>['votes']): DomainEvent => ({
  type: 'VotesCast',
  data: { ...identity, userId, votes },
});
const vote = (votes: DataOf<'VotesCast'>['votes'], userId = ben): PollCommand => ({ type: 'CastVotes', userId, votes });
const closed = (reason: DataOf<'PollClosed'>['reason'], optionId: string | null = null): DomainEvent => ({
  type: 'PollClosed',
  data: { ...identity, reason, optionId, entryId: optionId && entryId },
});
const decide: PollCommand = { type: 'DecidePoll', optionId: sat, entryId };
const change = (
  more: Omit<Extract<PollCommand, { type: 'ChangePoll' }>, 'type' | 'texts'> = {},
  named = {},
): PollCommand => ({
  type: 'ChangePoll',
  texts: named,
  ...more,
});
const changed = (fields: DataOf<'PollChanged'>['changed'], more: Partial<DataOf<'PollChanged'>>): DomainEvent => ({
  type: 'PollChanged',
  data: { ...proposal, changed: fields, answered: 0, ...more },
});

describe('opening a poll', () => {
  it('opening a poll records its times by start, each as an instant in the zone of the poll (FIND-02, FIND-04)', () => {
    given()
      .when(open([saturday, friday]), facts)
      .then(opened);
  });

  it('opening a poll keeps times on both sides of a change of the clocks at what clocks show then (FIND-21)', () => {
    const march = Date.parse('2030-03-01T00:00:00.000Z');
    const times = [
      { date: '2030-03-09', time: '19:00' },
      { date: '2030-03-10', time: '02:30' },
      { date: '2030-03-10', time: '19:00' },
    ];
    const options = [
      at('2030-03-09', '19:00', '2030-03-10T00:00:00.000Z'),
      // The clock skips this time, and shows half past three instead.
      at('2030-03-10', '03:30', '2030-03-10T07:30:00.000Z'),
      at('2030-03-10', '19:00', '2030-03-10T23:00:00.000Z'),
    ];
    given().when(open(times), { now: march }).then(until(null, { options }));
    const skipped = [...times, { date: '2030-03-10', time: '03:30' }];
    given().when(open(skipped), { now: march }).thenRefused('request/invalid');
  });

  it('opening a poll is refused for times that passed, that are equal, or that are too few or too many (FIND-02)', () => {
    const many = Array.from({ length: 21 }, (_, day) => ({
      date: `2030-06-${String(day + 1).padStart(2, '0')}`,
      time: '9:00',
    }));
    for (const times of [[friday], [friday, friday], [{ date: '2030-05-16', time: '07:00' }, friday], many])
      given().when(open(times), facts).thenRefused('request/invalid');
  });

  it('opening a poll is refused if voting ends within 10 minutes, or not before the last time (FIND-02)', () => {
    for (const closesAt of ['2030-05-16T12:09:59.999Z', saturday.startsAt])
      given()
        .when(open([friday, saturday], closesAt), facts)
        .thenRefused('request/invalid');
    for (const closesAt of ['2030-05-16T12:10:00.000Z', '2030-05-18T13:59:59.999Z'])
      given()
        .when(open([friday, saturday], closesAt), facts)
        .then(until(closesAt));
  });

  it('opening a poll is refused from 20 a day and 10 open ones in a group on (FIND-09)', () => {
    const one = open([friday, saturday]);
    given()
      .when(one, { now, openedRecently: limits.newPollsPerDay - 1, open: limits.openPolls - 1 })
      .then(opened);
    given().when(one, { now, openedRecently: limits.newPollsPerDay }).thenRefused('poll/too-many-today');
    given().when(one, { now, open: limits.openPolls }).thenRefused('poll/too-many-open');
  });
});

describe('voting', () => {
  it('voting records what differs from the votes before, and nothing if nothing does (FIND-05)', () => {
    given(opened)
      .when(vote({ [fri]: 'yes', [sat]: 'no' }), facts)
      .then(cast(ben, { [fri]: 'yes', [sat]: 'no' }));
    const voted = [opened, cast(ben, { [fri]: 'yes', [sat]: 'no' })];
    given(...voted)
      .when(vote({ [fri]: 'yes', [sat]: null }), facts)
      .then(cast(ben, { [sat]: null }));
    given(...voted)
      .when(vote({ [fri]: 'yes' }), facts)
      .then();
    given(opened)
      .when(vote({ [fri]: null }), facts)
      .then();
  });

  it('voting is refused for a time that is not part of the poll, and for one that has passed', () => {
    given(opened)
      .when(vote({ [sun]: 'yes' }), facts)
      .thenRefused('poll/option-unknown');
    const later = { now: Date.parse(friday.startsAt) };
    given(opened)
      .when(vote({ [fri]: 'yes' }), later)
      .thenRefused('poll/time-passed');
    given(opened)
      .when(vote({ [sat]: 'yes' }), later)
      .then(cast(ben, { [sat]: 'yes' }));
  });

  it('voting is refused once it has ended, also before that was recorded (FIND-11)', () => {
    const closesAt = '2030-05-17T12:00:00.000Z';
    given(until(closesAt))
      .when(vote({ [sat]: 'yes' }), { now: Date.parse(closesAt) })
      .thenRefused('poll/closed');
    given(until(closesAt))
      .when(vote({ [sat]: 'yes' }), { now: Date.parse(closesAt) - 1 })
      .then(cast(ben, { [sat]: 'yes' }));
    for (const reason of ['deadline', 'decided', 'cancelled', 'expired'] as const)
      given(opened, closed(reason))
        .when(vote({ [sat]: 'yes' }), facts)
        .thenRefused('poll/closed');
  });

  it('votes are withdrawn from a poll that is not decided, and from any once the account is deleted (FIND-18)', () => {
    const gone = (reason: 'left' | 'account-deleted'): PollCommand => ({ type: 'WithdrawVotes', userId: ben, reason });
    const withdrawn = (reason: 'left' | 'account-deleted'): DomainEvent => ({
      type: 'VotesWithdrawn',
      data: { ...identity, userId: ben, reason },
    });
    const voted = [opened, cast(ben, { [sat]: 'yes' })];
    given(...voted)
      .when(gone('left'), facts)
      .then(withdrawn('left'));
    given(...voted, closed('decided', sat))
      .when(gone('left'), facts)
      .then();
    given(...voted, closed('decided', sat))
      .when(gone('account-deleted'), facts)
      .then(withdrawn('account-deleted'));
    given(opened).when(gone('left'), facts).then();
    // They left before they voted, so they have come back since.
    given(...voted)
      .when({ ...gone('left'), given: '' } as PollCommand, facts)
      .then();
  });
});

describe('changing a poll', () => {
  it('changing a poll keeps the votes for the times that stay, named by id or by time (FIND-12)', () => {
    const before = [opened, cast(ben, { [fri]: 'yes' }), cast(cyd, { [sat]: 'ifneedbe' })];
    const options = [{ id: sat }, { date: sunday.date, time: sunday.time }];
    const after = changed(['options'], { options: [saturday, sunday], answered: 1 });
    given(...before)
      .when(change({ options }), facts)
      .then(after);
    const byTime = [saturday, sunday].map(({ date, time }) => ({ date, time }));
    given(...before)
      .when(change({ options: byTime }), facts)
      .then(after);
    const state = given(...before, after).state();
    expect([state.votes.keySeq().toArray(), scoresOf(state)]).toEqual([
      [cyd],
      { [sat]: { yes: 0, ifneedbe: 1, no: 0 } },
    ]);
    // A time that is proposed again starts without votes.
    const again = changed(['options'], { options: [friday, saturday], answered: 1 });
    expect(scoresOf(given(...before, after, again).state())).toEqual({ [sat]: { yes: 0, ifneedbe: 1, no: 0 } });
  });

  it('changing a poll records which of its texts differ, and nothing if none does', () => {
    given(opened)
      .when(change({}, { name: 'Fair' }), facts)
      .then(changed(['name'], { name: 'Fair' }));
    given(opened)
      .when(change({ options: [{ id: fri }, { id: sat }] }, { name: 'Setup' }), facts)
      .then();
  });

  it('changing a poll moves the end of voting on, also after it has passed, while a time is ahead (FIND-12)', () => {
    const closesAt = '2030-05-17T12:00:00.000Z';
    const later = { now: Date.parse(closesAt) };
    const [moved, none] = [change({ closesAt: '2030-05-18T12:00:00.000Z' }), change({ closesAt: null })];
    for (const over of [[until(closesAt)], [until(closesAt), closed('deadline')]]) {
      given(...over)
        .when(change({}, { name: 'Fair' }), later)
        .thenRefused('poll/closed');
      given(...over)
        .when(moved, later)
        .then(changed(['closesAt'], { closesAt: '2030-05-18T12:00:00.000Z' }));
      given(...over)
        .when(none, later)
        .then(changed(['closesAt'], { closesAt: null }));
      given(...over)
        .when(none, { now: Date.parse(saturday.startsAt) })
        .thenRefused('poll/closed');
    }
    const reopened = given(until(closesAt), closed('deadline'), changed(['closesAt'], { closesAt: null })).state();
    expect([reopened.state, reopened.endedAt]).toEqual(['open', null]);
    given(until(closesAt), closed('deadline'))
      .when(change({ closesAt: null }), { now, open: limits.openPolls })
      .thenRefused('poll/too-many-open');
  });

  it('changing a poll is refused if its last time no longer lies after the end of voting', () => {
    const closesAt = '2030-05-18T12:00:00.000Z';
    const three = until(closesAt, { options: [friday, saturday, sunday] });
    given(three)
      .when(change({ options: [{ id: fri }, { id: sat }] }), facts)
      .then(changed(['options'], { closesAt, options: [friday, saturday] }));
    const early = at('2030-05-17', '09:00', '2030-05-17T13:00:00.000Z');
    given(three)
      .when(change({ options: [{ id: fri }, early] }), facts)
      .thenRefused('request/invalid');
    given(three)
      .when(change({ options: [{ id: fri }, { id: 'zzz' }] }), facts)
      .thenRefused('poll/option-unknown');
  });

  it('changing a poll, deciding and cancelling it are refused once it is decided or over', () => {
    for (const command of [change({}, { name: 'Fair' }), decide, { type: 'CancelPoll' } as const]) {
      given(opened, closed('decided', sat)).when(command, facts).thenRefused('poll/decided');
      for (const reason of ['cancelled', 'expired'] as const)
        given(opened, closed(reason)).when(command, facts).thenRefused('poll/closed');
    }
  });
});

describe('ending a poll', () => {
  it('a poll is decided once, on one of its times that is ahead, also after voting has ended (FIND-13, FIND-15)', () => {
    given(opened).when(decide, facts).then(closed('decided', sat));
    given(opened, closed('deadline')).when(decide, facts).then(closed('decided', sat));
    given(opened)
      .when({ ...decide, optionId: sun }, facts)
      .thenRefused('poll/option-unknown');
    given(opened)
      .when(decide, { now: Date.parse(saturday.startsAt) })
      .thenRefused('poll/time-passed');
  });

  it('a poll closes at its deadline and expires when all its times have passed, and not before (FIND-11)', () => {
    const closesAt = '2030-05-17T12:00:00.000Z';
    const [deadline, last] = [Date.parse(closesAt), Date.parse(saturday.startsAt)];
    given(until(closesAt))
      .when({ type: 'EndPoll' }, { now: deadline - 1 })
      .then();
    given(until(closesAt)).when({ type: 'EndPoll' }, { now: deadline }).then(closed('deadline'));
    given(until(closesAt)).when({ type: 'EndPoll' }, { now: last }).then(closed('expired'));
    given(until(closesAt), closed('deadline'))
      .when({ type: 'EndPoll' }, { now: last - 1 })
      .then();
    given(until(closesAt), closed('deadline')).when({ type: 'EndPoll' }, { now: last }).then(closed('expired'));
    given(opened, closed('decided', sat)).when({ type: 'EndPoll' }, { now: last }).then();
  });

  it('a poll is removed once, also after it was decided', () => {
    given(opened).when({ type: 'RemovePoll' }, facts).then(closed('removed'));
    given(opened, closed('decided', sat)).when({ type: 'RemovePoll' }, facts).then(closed('removed'));
    given(opened, closed('removed')).when({ type: 'RemovePoll' }, facts).then();
    given().when({ type: 'RemovePoll' }, facts).then();
  });
});
