import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { auditChain } from './audit.ts';

const CHAIN = 'c1';
const positionOf = (index: number): string => String(index).padStart(16, '0');

/** A chain of so many events. @param altered position of the one that the hash chain does not confirm. */
const contextWith = (length: number, altered?: string) => {
  const chain = Array.from({ length }, (_, index) => ({
    id: positionOf(index),
    eventId: `e${index}`,
    at: index,
    kind: 'message',
    type: 'MessagePosted',
    stream: `message-${index}`,
    revision: 0,
    correlationId: CHAIN,
    actor: 'admin',
    facts: {},
  }));
  const checked: string[] = [];
  const active = {
    getMany: async () => new Map(),
    query: async (_: string, { after, limit }: Query) =>
      chain.filter(({ id }) => after === undefined || id > after.id).slice(0, limit),
  };
  const isIntact = async (position: string) => {
    checked.push(position);
    return position !== altered;
  };
  return { context: { reads: { active }, history: { isIntact } } as unknown as Context, checked };
};

/** Every page of the chain. */
const pagesOf = async (context: Context) => {
  const pages: Awaited<ReturnType<typeof auditChain>>[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await auditChain(context, CHAIN, after);
    pages.push(page);
    after = page.next;
  }
  return pages;
};

describe('a chain of events', () => {
  it.each([0, 1, 100, 101, 250])(
    'a chain of %i events is paged whole, and every event is checked (AUDIT-01, AUDIT-04)',
    async (length) => {
      const { context, checked } = contextWith(length);
      const pages = await pagesOf(context);
      const ids = Array.from({ length }, (_, index) => `e${index}`);
      expect(pages.flatMap(({ lines }) => lines.map(({ _id }) => _id))).toEqual(ids);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(length / 100)));
      expect(pages.every(({ intact }) => intact)).toBe(true);
      expect(checked).toHaveLength(length);
    },
  );

  it('a page of a chain says that one of its events was altered (AUDIT-04)', async () => {
    const { context } = contextWith(250, positionOf(130));
    expect((await pagesOf(context)).map(({ intact }) => intact)).toEqual([true, false, true]);
  });
});
