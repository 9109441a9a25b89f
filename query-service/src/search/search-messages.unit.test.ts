import type { TermQuery } from '@quorum/service-kit/ports/term-index.ts';
import { expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import type { Question } from './question.ts';
import { searchMessages } from './search-messages.ts';

const at = (order: number): string => String(order).padStart(16, '0');

/** An index in which each group has one message, in the order of the groups. */
const readingOf = (asked: TermQuery[]): Reading => {
  const active = {
    find: async (_: string, query: TermQuery) => {
      asked.push(query);
      const ids = query.scopes.map((scope) => at(Number(scope)));
      return ids
        .filter((id) => id >= (query.from ?? '') && (query.before === undefined || id < query.before))
        .sort()
        .reverse()
        .slice(0, query.limit);
    },
    query: async () => [],
  };
  return { reads: { active } } as unknown as Reading;
};

const question = (groups: number): Question => ({
  kind: 'messages',
  words: 'tea',
  timeZone: 'UTC',
  limit: 4,
  userId: 'ada',
  groupIds: Array.from({ length: groups }, (_, n) => String(n + 1)),
  bounds: {},
  asked: [{ word: 'tea', begins: false }],
});

it('a search over many groups lets other work have its turn between a few of them and the next', async () => {
  const asked: TermQuery[] = [];
  const doneAtTurn: number[] = [];
  let isOver = false;
  const takeTurns = () => {
    doneAtTurn.push(asked.length);
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  await searchMessages(readingOf(asked), question(40));
  isOver = true;
  const most = Math.max(...asked.map(({ scopes }) => scopes.length));
  expect(most).toBeLessThanOrEqual(16);
  expect(asked.flatMap(({ scopes }) => scopes).slice(0, 40)).toEqual(question(40).groupIds);
  expect(doneAtTurn).toEqual(expect.arrayContaining([1, 2]));
});

it('a search over many groups asks the later ones only for what is newer than what it has', async () => {
  const asked: TermQuery[] = [];
  await searchMessages(readingOf(asked), question(40));
  expect(asked.slice(0, 3).map(({ from }) => from)).toEqual([undefined, at(12), at(28)]);
});
