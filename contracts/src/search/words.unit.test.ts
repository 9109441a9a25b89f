import { describe, expect, it, vi } from 'vitest';
import { texts } from './testing/texts.ts';
import { askedWords, flawOf, isFoundBy, matchesIn } from './words.ts';

const marked = (text: string, question: string): string => {
  let at = 0;
  const parts = matchesIn(text, askedWords(question)).map(({ start, end }) => {
    const part = `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
    return part;
  });
  return parts.join('') + text.slice(at);
};

describe('the words of a search', () => {
  it.each(texts)(
    'the words of a search decide whether a text is found: “%s” by “%s”: %s (SEARCH-02, SEARCH-09)',
    (text, question, isFound) => {
      expect(isFoundBy(text, askedWords(question))).toBe(isFound);
    },
  );

  it('the words of a search are marked in the text that was written (SEARCH-07)', () => {
    expect(marked('Samples land Friday.', 'samples fri')).toBe('[Samples] land [Fri]day.');
    expect(marked('Crème brûlée, CREME', 'creme')).toBe('[Crème] brûlée, [CREME]');
    expect(marked('🎉 cafe\u0301!', 'café')).toBe('🎉 [cafe\u0301]!');
    expect(marked('明日東京都で', '東京都')).toBe('明日[東京都]で');
    expect(marked('ﬁsh', 'fish')).toBe('[ﬁsh]');
    expect(marked('nothing', 'else')).toBe('nothing');
  });

  it('the words of a search begin others from three letters on, and only the last one does (SEARCH-02)', () => {
    expect(askedWords('samp fri')).toEqual([
      { word: 'samp', begins: false },
      { word: 'fri', begins: true },
    ]);
    expect(askedWords('fr')).toEqual([{ word: 'fr', begins: false }]);
    expect(askedWords('fri ')).toEqual([{ word: 'fri', begins: false }]);
  });

  it('the words of a search are two letters or one of a script without spaces, and not too many (SEARCH-04)', () => {
    expect(['d', '', '🎉🎉', '- ?'].map(flawOf)).toEqual(Array(4).fill('search/too-short'));
    expect(['di', 'd i', '会', 'one two three four five six seven eight'].map(flawOf)).toEqual(
      Array(4).fill(undefined),
    );
    expect(
      [
        'one two three four five six seven eight nine',
        'a'.repeat(201),
        String.fromCharCode(...Array.from({ length: 42 }, (_, i) => 0x4e00 + i)),
      ].map(flawOf),
    ).toEqual(Array(3).fill('search/too-long'));
  });

  it('the words of a search are not even split if it has too many letters', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(flawOf('é '.repeat(30_000))).toBe('search/too-long');
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
});
