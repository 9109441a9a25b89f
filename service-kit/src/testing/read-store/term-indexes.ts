import { texts } from '@quorum/contracts/search/testing/texts.ts';
import { askedWords, wordsOf } from '@quorum/contracts/search/words.ts';
import { describe, expect, it } from 'vitest';
import type { Write } from '../../ports/read-store.ts';
import type { TermEntry, TermQuery } from '../../ports/term-index.ts';
import { sweepDocuments } from '../../sweep-documents.ts';
import { at, ids, type StoreUnderTest } from './store-under-test.ts';

const entry = (position: number, scope: string, ...terms: readonly string[]): TermEntry & { writer: string } => ({
  id: at(position),
  scope,
  writer: 'ada',
  terms,
});

/** The contract of every term index. */
export const termIndexRules = (subject: StoreUnderTest): void => {
  const index = (...entries: readonly TermEntry[]): Write[] =>
    entries.map((each) => ({ collection: 'words', put: each as never }));

  const prepared = async (...entries: readonly TermEntry[]) => {
    const { model, words, read } = await subject.prepared(index(...entries));
    const find = async (query: Partial<TermQuery>) =>
      (await read.find(words, { scopes: ['club'], terms: [], limit: 10, ...query })).map(Number);
    let last = 1;
    const commit = async (...writes: readonly Write[]) => {
      await subject.commitTo(model, last, last + 1, writes);
      last += 1;
    };
    return { model, words, read, find, commit };
  };

  it('a term index finds entries with all terms, the newest first, in the named scopes only', async () => {
    const { find } = await prepared(
      entry(2, 'club', 'tea', 'milk'),
      entry(3, 'club', 'tea'),
      entry(5, 'crew', 'tea', 'milk'),
      entry(10, 'club', 'milk', 'tea'),
    );
    expect(await find({ terms: ['tea'] })).toEqual([10, 3, 2]);
    expect(await find({ terms: ['tea', 'milk'] })).toEqual([10, 2]);
    expect(await find({ terms: ['tea', 'milk'], scopes: ['club', 'crew'] })).toEqual([10, 5, 2]);
    expect(await find({ terms: ['tea'], scopes: ['others'] })).toEqual([]);
    expect(await find({ terms: ['tea'], scopes: [] })).toEqual([]);
    expect(await find({ terms: ['te'] })).toEqual([]);
    expect(await find({ terms: [], scopes: ['crew'] })).toEqual([5]);
  });

  it('a term index finds beginnings of words, and no sign by them', async () => {
    const { find } = await prepared(
      entry(2, 'club', 'samples', '=from=ada'),
      entry(3, 'club', 'same', 'émile', '東京'),
    );
    expect(await find({ beginning: 'sam' })).toEqual([3, 2]);
    expect(await find({ beginning: 'sample' })).toEqual([2]);
    expect(await find({ beginning: 'from' })).toEqual([]);
    expect(await find({ beginning: 'ém', terms: ['東京'] })).toEqual([3]);
    expect(await find({ beginning: 'sam', terms: ['=from=ada'] })).toEqual([2]);
    expect(await find({ beginning: 'ample' })).toEqual([]);
  });

  it('a term index continues from a place, and stops at one', async () => {
    const { find } = await prepared(...[2, 3, 4, 5].map((position) => entry(position, 'club', 'tea')));
    expect(await find({ terms: ['tea'], limit: 2 })).toEqual([5, 4]);
    expect(await find({ terms: ['tea'], limit: 2, before: at(4) })).toEqual([3, 2]);
    expect(await find({ terms: ['tea'], from: at(3) })).toEqual([5, 4, 3]);
    expect(await find({ terms: ['tea'], from: at(3), before: at(5) })).toEqual([4, 3]);
    expect(await find({ from: at(3), before: at(5) })).toEqual([4, 3]);
  });

  it('a term index finds what an entry was changed to, and nothing of what it was', async () => {
    const { find, commit } = await prepared(entry(2, 'club', 'tea'), entry(3, 'club', 'tea'));
    await commit(...index(entry(2, 'club', 'coffee')));
    expect(await find({ terms: ['tea'] })).toEqual([3]);
    expect(await find({ terms: ['coffee'] })).toEqual([2]);
    await commit({ collection: 'words', remove: at(2) });
    expect(await find({ terms: ['coffee'] })).toEqual([]);
    expect(await find({})).toEqual([3]);
  });

  it('a term index removes entries by a field, however many', async () => {
    const many = Array.from({ length: 600 }, (_, i) => entry(i + 10, 'crew', 'tea', `word${i}`));
    const { find, commit } = await prepared(entry(2, 'club', 'tea'), ...many);
    await commit({ collection: 'words', removeWhere: { scope: 'crew' } });
    await sweepDocuments(subject.store);
    expect(await find({ terms: ['tea'], scopes: ['club', 'crew'] })).toEqual([2]);
    await commit({ collection: 'words', removeWhere: { writer: 'ada' } });
    expect(await find({})).toEqual([]);
  });

  it('a term index finds texts of every script by the words of a question (SEARCH-22)', async () => {
    const { find } = await prepared(...texts.map(([text], i) => entry(i + 10, `case${i}`, ...wordsOf(text))));
    for (const [i, [text, question, isFound]] of texts.entries()) {
      const asked = askedWords(question);
      const beginning = asked.find(({ begins }) => begins)?.word;
      const terms = asked.filter(({ begins }) => !begins).map(({ word }) => word);
      const found = await find({ scopes: [`case${i}`], terms, ...(beginning !== undefined && { beginning }) });
      expect([text, question, found.length > 0]).toEqual([text, question, isFound]);
    }
  });

  describe('the entries of a term index', () => {
    it('the entries of a term index can be listed and counted by their ids', async () => {
      const { read, words } = await prepared(entry(20, 'club', 'tea'), entry(3, 'crew'), entry(100, 'club', 'tea'));
      const first = await read.query(words, { where: {}, limit: 2 });
      expect(ids(first)).toEqual([at(3), at(20)]);
      expect(ids(await read.query(words, { where: {}, limit: 2, after: { id: at(20) } }))).toEqual([at(100)]);
    });
  });
};
