import { describe, expect, it } from 'vitest';
import {
  askedBy,
  beforeName,
  nameAtEnd,
  type Searched,
  searchedIn,
  searchIn,
  settled,
  withChip,
  withoutChip,
} from './searched.ts';

const today = '2026-05-14';
const typing = (typed: string, more: Partial<Searched> = {}): Searched => ({
  typed,
  chips: [],
  tab: 'messages',
  ...more,
});
const ask = (searched: Searched) => askedBy(searched, today, 'UTC');

describe('what is searched', () => {
  it('a search begins in the group whose chat it was opened from (SEARCH-01)', () => {
    const searched = searchIn({ _id: 'g1', name: 'Film Club' });
    expect(ask({ ...searched, typed: 'samples' })).toEqual({
      words: 'samples',
      kind: 'messages',
      timeZone: 'UTC',
      in: 'g1',
    });
    expect(ask(searchIn(undefined))).toBe('nothing');
  });

  it('a search may begin with the messages of one person (MENTION-07)', () => {
    const ben = { _id: 'ben', id: 'ben', firstName: 'Ben', lastName: 'Cole', profilePictureUrl: null };
    const searched = searchIn({ _id: 'g1', name: 'Film Club' }, ben);
    expect(ask(searched)).toEqual({ words: '', kind: 'messages', timeZone: 'UTC', in: 'g1', from: 'ben' });
  });

  it('a search joins typed filters and chips, and filters alone are enough (SEARCH-02)', () => {
    const chips = [
      { filter: 'has', kind: 'link' },
      { filter: 'before', date: 'May' },
    ] as const;
    expect(ask(typing('has:image on:today fri', { chips }))).toEqual({
      words: 'fri',
      kind: 'messages',
      timeZone: 'UTC',
      has: ['link', 'image'],
      before: 'May',
      on: 'today',
    });
    expect(ask(typing('mentions:me'))).toMatchObject({ words: '', mentions: 'me' });
  });

  it('a search is not sent while it is too short, too long, or names nobody (SEARCH-02, SEARCH-04)', () => {
    expect(
      ['d', '🎉', 'a'.repeat(201), 'from:zoe', 'from:', 'in:nowhere x', ''].map((typed) => ask(typing(typed))),
    ).toEqual(['too-short', 'too-short', 'too-long', 'unknown-from', 'unknown-from', 'unknown-in', 'nothing']);
  });

  it('a search turns a finished filter into a chip, and waits for the year of a month (SEARCH-02)', () => {
    expect(settled(typing('has:link '), today)).toEqual(typing('', { chips: [{ filter: 'has', kind: 'link' }] }));
    expect(settled(typing('has:link'), today)).toEqual(typing('has:link'));
    expect(settled(typing('before:May '), today)).toEqual(typing('before:May '));
    expect(settled(typing('before:May 2026 '), today).chips).toEqual([{ filter: 'before', date: 'May 2026' }]);
    expect(settled(typing('on:today '), today).chips).toEqual([{ filter: 'on', date: 'today' }]);
    expect(settled(typing('words '), today)).toEqual(typing('words '));
  });

  it('a search holds one filter of a kind, but several things that a message has', () => {
    const one = withChip(withChip([], { filter: 'in', id: '1', name: 'A' }), { filter: 'in', id: '2', name: 'B' });
    expect(one).toEqual([{ filter: 'in', id: '2', name: 'B' }]);
    const two = withChip(withChip(one, { filter: 'has', kind: 'link' }), { filter: 'has', kind: 'image' });
    expect(two).toHaveLength(3);
    expect(withoutChip(two, { filter: 'has', kind: 'link' })).toHaveLength(2);
  });

  it('a search knows the name that is being typed, also one of several words', () => {
    expect(nameAtEnd('samples from:Grace Whi')).toEqual({ filter: 'from', name: 'Grace Whi' });
    expect(nameAtEnd('in:')).toEqual({ filter: 'in', name: '' });
    expect(nameAtEnd('within:x')).toBeUndefined();
    expect(beforeName('samples from:Grace Whi')).toBe('samples ');
  });

  it('a search survives a reload in the entry of the history, for the same account alone', () => {
    const searched = typing('x');
    const searchedBy = 'ada';
    expect(searchedIn({ visit: 1, searched, searchedBy }, 'ada')).toBe(searched);
    const others = [null, { searched: 'x', searchedBy }, { searched: {}, searchedBy }, { searched }];
    expect(others.map((state) => searchedIn(state, 'ada'))).toEqual(others.map(() => undefined));
    expect(searchedIn({ searched, searchedBy }, 'ben')).toBeUndefined();
  });
});
