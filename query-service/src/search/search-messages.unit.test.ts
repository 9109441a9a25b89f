import type { TermQuery } from '@quorum/service-kit/ports/term-index.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import type { Question } from './question.ts';
import { searchMessages } from './search-messages.ts';

const at = (order: number): string => String(order).padStart(16, '0');

/** An index in which each group has one message, in the order of the groups, and some of the documents. */
const readingOf = (asked: TermQuery[], documents: readonly MessageDocument[] = []): Reading => {
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
    query: async (_: string, { where }: { where: { groupId?: readonly string[]; order?: readonly string[] } }) =>
      documents.filter(({ groupId, order }) => where.groupId?.includes(groupId) && where.order?.includes(order)),
    getMany: async () => new Map(),
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

it('a search over many groups asks the index for a few at a time, so that other searches get their turn', async () => {
  const asked: TermQuery[] = [];
  await searchMessages(readingOf(asked), question(40));
  expect(asked.slice(0, 3).map(({ scopes }) => scopes.length)).toEqual([16, 16, 8]);
  expect(asked.flatMap(({ scopes }) => scopes).slice(0, 40)).toEqual(question(40).groupIds);
});

it('a search over many groups asks the later ones only for what is newer than what it has', async () => {
  const asked: TermQuery[] = [];
  await searchMessages(readingOf(asked), question(40));
  expect(asked.slice(0, 3).map(({ from }) => from)).toEqual([undefined, at(12), at(28)]);
});

it('a search skips entries whose message is gone, deleted or in another group, and fills its page with others (SEARCH-13)', async () => {
  const message = (order: number, more: Partial<MessageDocument> = {}): MessageDocument => ({
    ...{
      id: `m${order}`,
      groupId: String(order),
      senderId: 'ben',
      kind: 'text',
      order: at(order),
      revision: at(order),
    },
    ...{ postedAt: '2026-05-14T10:42:00.000Z', text: 'Tea?', replyTo: null, file: null, fileName: null },
    ...{ edited: false, deleted: false, previews: null, ...more },
  });
  const documents = [
    message(9, { deleted: true }),
    message(8, { groupId: 'others' }),
    ...[7, 6, 5, 4].map((n) => message(n)),
  ];
  const { results, next } = await searchMessages(readingOf([], documents), question(10));
  expect(results.map((result) => result.kind === 'message' && result.message._id)).toEqual(['m7', 'm6', 'm5', 'm4']);
  expect(next).toBe(at(4));
});

it('a page of a search that was never offered is the first one', async () => {
  for (const next of ['next', '-1', '1/', ' 1', '0x10', 'ahead~2026-05-14T10:00:00.000Z_e1']) {
    const asked: TermQuery[] = [];
    await searchMessages(readingOf(asked), { ...question(1), next });
    expect(asked[0]).not.toHaveProperty('before');
  }
  const asked: TermQuery[] = [];
  await searchMessages(readingOf(asked), { ...question(1), next: '5/5' });
  expect(asked[0]).toMatchObject({ before: '5/5' });
});
