import type { VoterView } from '@quorum/contracts/poll/wire.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { ballotId, type PollDocument } from '@quorum/service-kit/reads/poll.ts';
import { expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import { voterPage } from './voters.ts';

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`);

/** Members in the order of the group, and those of them who voted, in the order of their votes. */
const board = (members: readonly string[], voters: readonly string[]) => {
  const documents = {
    memberships: members.map((userId, index) => ({
      id: membershipId('g', userId),
      userId,
      rank: String(index).padStart(4, '0'),
    })),
    votes: voters.map((userId, index) => ({
      id: ballotId('p', userId),
      userId,
      votes: { a: 'yes' },
      order: String(index).padStart(4, '0'),
    })),
    users: [],
  };
  type Name = keyof typeof documents;
  const active = {
    query: async (name: Name, { limit, after }: { limit: number; after?: { id: string } }) => {
      const from = after === undefined ? 0 : documents[name].findIndex(({ id }) => id === after.id) + 1;
      return documents[name].slice(from, from + limit);
    },
    getMany: async (name: Name, ids: readonly string[]) =>
      new Map(documents[name].flatMap((each) => (ids.includes(each.id) ? [[each.id, each] as const] : []))),
  };
  const context = { reads: { active } } as unknown as Reading;
  return (after?: string) => voterPage(context, { id: 'p', groupId: 'g' } as PollDocument, after);
};

const idsOf = (votes: readonly VoterView[]) => votes.map(({ user }) => user._id);

it('the board of a poll with more than 50 members comes by pages, voters first, and nobody twice (FIND-06)', async () => {
  const members = names('m', 130);
  const voters = members.filter((_, index) => index % 2 === 1).toReversed();
  const page = board(members, voters);
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { votes, next } = await page(after);
    seen.push(...idsOf(votes));
    sizes.push(votes.length);
    after = next ?? undefined;
  }
  expect(sizes).toEqual([50, 50, 30]);
  expect(seen).toEqual([...voters, ...members.filter((member) => !voters.includes(member))]);
});

it('the board of a poll with 50 members is one page (FIND-06)', async () => {
  const members = names('m', 50);
  const { votes, next } = await board(members, members.slice(0, 50))();
  expect([idsOf(votes), next]).toEqual([members, null]);
});
