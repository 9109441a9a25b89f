import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { idsOf } from './mongo-ids.ts';

const STORED = ['a', 'b', 'c', 'd', 'e'];

/** Notes how many ids each question asks for. */
const collectionOf = (stored: readonly string[], asked: number[]) => {
  const find = ({ _id: { $gt: after } }: { _id: { $gt: string } }, { limit }: { limit: number }) => ({
    toArray: async () => {
      asked.push(limit);
      const found = stored.filter((id) => id > after).slice(0, limit);
      return found.map((_id) => ({ _id }));
    },
  });
  return { find } as unknown as Collection<{ readonly _id: string }>;
};

describe('the ids of a collection', () => {
  it.each([
    ['all of them', {}, STORED, [2, 2, 2]],
    ['as many as asked for', { limit: 3 }, ['a', 'b', 'c'], [2, 1]],
    ['no more than there are', { limit: 9 }, STORED, [2, 2, 2]],
    ['none', { limit: 0 }, [], []],
  ])(
    'the ids of a collection come in pages, each of which may take the whole time of a question: %s',
    async (_, part, ids, pages) => {
      const asked: number[] = [];
      let questions = 0;
      const ask = <T>(question: () => Promise<T>): Promise<T> => {
        questions += 1;
        return question();
      };
      expect(await idsOf(collectionOf(STORED, asked), ask, { ...part, page: 2 })).toEqual(ids);
      expect(asked).toEqual(pages);
      expect(questions).toBe(pages.length);
    },
  );
});
