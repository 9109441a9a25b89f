import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { type PollCommand, pollDecider } from '@quorum/domain/poll/decider.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { ballotId, pollDocument } from '@quorum/service-kit/reads/poll.ts';
import { array, assert, asyncProperty, constantFrom, nat, oneof, record, uniqueArray } from 'fast-check';
import { expect, it } from 'vitest';
import { ada, ben, cleo, club, dinner, happens } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { polls } from './fold.ts';

const project = projectWith(polls);
const identity = { pollId: dinner, groupId: club, creatorId: ada };
const times = ['17', '18', '19', '20', '21'].map((day) => ({ date: `2030-05-${day}`, time: '10:00' }));
const ids = times.map(({ date }) => optionIdOf(`${date}T10:00:00.000Z`));
const facts = { now: Date.parse('2030-05-01T00:00:00.000Z') };

const opening: PollCommand = {
  type: 'OpenPoll',
  poll: { ...identity, name: 'Setup', description: '', location: '', timeZone: 'UTC', duration: 60, closesAt: null },
  times: times.slice(0, 3),
};
const person = constantFrom(ada, ben, cleo);
const command = oneof(
  record({
    type: constantFrom('CastVotes' as const),
    userId: person,
    votes: record({ at: nat(4), vote: constantFrom('yes' as const, 'ifneedbe' as const, 'no' as const, null) }).map(
      ({ at, vote }) => ({ [ids[at] as string]: vote }),
    ),
  }),
  record({ type: constantFrom('WithdrawVotes' as const), userId: person, reason: constantFrom('left' as const) }),
  uniqueArray(constantFrom(...times), { minLength: 2 }).map((options) => ({
    type: 'ChangePoll' as const,
    texts: {},
    options,
  })),
);

/** What the decider makes of commands, one after another. */
const historyOf = (commands: readonly PollCommand[]): readonly DomainEvent[] => {
  const events: DomainEvent[] = [];
  for (const next of commands) {
    const state = recorded(events).reduce(pollDecider.evolve, pollDecider.initial);
    const decision = pollDecider.decide(next, state, facts);
    if (!isRefusal(decision)) events.push(...decision);
  }
  return events;
};

it('the documents of a poll say what its stream says, whatever was voted, changed and withdrawn', async () => {
  await assert(
    asyncProperty(array(command, { maxLength: 20 }), async (commands) => {
      const events = historyOf([opening, ...(commands as readonly PollCommand[])]);
      const state = recorded(events).reduce(pollDecider.evolve, pollDecider.initial);
      const { polls: documents, votes = [] } = await project(recorded(events));
      const { scores, ...shown } = pollDocument(state);
      // A time nobody has a vote for any more may be counted as zero, or not at all.
      const counted = Object.entries(documents?.[0]?.scores ?? {}).filter(([, score]) =>
        Object.values(score as object).some((many: number) => many > 0),
      );
      expect({ ...documents?.[0], scores: Object.fromEntries(counted) }).toEqual({ ...shown, scores });
      expect(votes.map(({ id, votes: cast }) => [id, cast])).toEqual(
        [...state.votes].map(([userId, ballot]) => [ballotId(dinner, userId), ballot.votes]).sort(),
      );
    }),
    { numRuns: 60 },
  );
});

it('the votes of a poll go with the account of its creator, and a vote that comes later stores nothing', async () => {
  const events = historyOf([opening, { type: 'CastVotes', userId: ben, votes: { [ids[0] as string]: 'yes' } }]);
  const late = happens('VotesCast', { ...identity, userId: cleo, votes: { [ids[0] as string]: 'yes' } });
  const deleted = happens('AccountDeleted', { userId: ada, phoneKey: 'k', reason: 'own-wish' });
  const { polls: documents = [], votes = [] } = await project(recorded([...events, deleted, late]));
  expect([documents, votes]).toEqual([[], []]);
});
