import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import type { Question } from './question.ts';
import { searchPeople } from './search-names.ts';

const MEMBERS = 1_000;

/** A large group whose members all have the same name. */
const memberships = Array.from({ length: MEMBERS }, (_, n) => ({ id: `m${n}`, rank: n, userId: `user-${n}` }));
const context = {
  reads: {
    active: {
      query: async (_: string, { after, limit }: { after?: { value: number }; limit: number }) => {
        const first = after === undefined ? 0 : after.value + 1;
        return memberships.slice(first, first + limit);
      },
      getMany: async (_: string, ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { id, firstName: 'Noor', lastName: 'Haddad' }])),
    },
  },
} as unknown as Reading;

it('a search for people lets other work have its turn between some members of a large group and the next', async () => {
  const question = { groupIds: ['g1'], limit: 20, asked: [{ word: 'noor', begins: false }] } as unknown as Question;
  const found = searchPeople(context, question);
  expect(await turnsDuring(found)).toBeGreaterThanOrEqual(5);
  expect(await found).toMatchObject({ results: { length: 20 }, next: '20' });
});
