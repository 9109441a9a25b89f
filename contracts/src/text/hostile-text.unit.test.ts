import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, isolated } from './hostile-text.ts';

describe('hostile text', () => {
  it('characters that hide, reorder or break a line are removed from names (SAFE-06)', () => {
    expect(cleanLine('  Maya\t \r\n Okafor\u2028 ')).toBe('Maya Okafor');
    expect(cleanLine('gpj.\u202Eexe\u202C\u2066x\u2069')).toBe('gpj.exex');
    expect(cleanLine('Ma\u200Bya\u2060\uFEFF\u00AD\u200E')).toBe('Maya');
    expect(cleanLine('Ma\u200Dya\u200C')).toBe('Maya');
    expect(cleanLine('a\u0000b\u001Bc\u007Fd\u009F')).toBe('abcd');
    expect(['\u3164', '\u2800\u115F', '\u200B \u2063', '\u{E0041}\u{E0042}', '\uD800'].map(cleanLine)).toEqual(
      Array(5).fill(''),
    );
    expect(cleanLine('<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  });

  it('text loses long runs of marks before normalization, which would be slow on them (SAFE-06)', () => {
    const marks = Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? '\u0316' : '\u0301')).join('');
    expect(cleanText(`a${marks}b`)).toHaveLength(31);
    expect(cleanLine(`a${marks}b`)).toHaveLength(6);
  });

  it('text is normalized to composed letters, with a limit on stacked marks', () => {
    expect(cleanLine('Zoe\u0308')).toBe('Zoë');
    expect(cleanLine(`a${'\u0315'.repeat(500)}b`)).toBe(`a${'\u0315'.repeat(4)}b`);
  });

  it.each([
    '👩‍💻',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '❤️‍🔥',
    '👩🏽‍🚀',
    '🤷‍♂️',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🇺🇸',
    '1️⃣',
    'می‌خواهم',
    'क्‍ष',
    'שלום',
    'สวัสดี',
    'Łukasz',
    '李小龍',
  ])('the removal of hostile text keeps %s whole', (text) => {
    expect(cleanLine(text)).toBe(text.normalize('NFC'));
    expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  it('text keeps its line breaks in messages', () => {
    expect(cleanText('a\r\nb\rc\n\n  d\t e\u2029f')).toBe('a\nb\nc\n\n  d\t e\nf');
    expect(cleanText('x\u202Ey\u200Bz\u0007')).toBe('xyz');
    expect(cleanText('abc\u200F!')).toBe('abc\u200F!');
  });

  it('text does not change when it is cleaned twice', () => {
    const parts = [
      'a',
      ' ',
      '\n',
      '\u200D',
      '\u200C',
      '👩',
      '💻',
      'e',
      '\u0301',
      '\u202E',
      'م',
      '\u{E0067}',
      '\u{1F3F4}',
      '\u{E007F}',
      '\uFE0F',
    ];
    const text = fc.array(fc.constantFrom(...parts)).map((list) => list.join(''));
    fc.assert(
      fc.property(text, (value) => {
        expect(cleanLine(cleanLine(value))).toBe(cleanLine(value));
        expect(cleanText(cleanText(value))).toBe(cleanText(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('text is isolated within a sentence if it is right-to-left, and otherwise unchanged', () => {
    expect(isolated('Maya')).toBe('Maya');
    expect(isolated('דוד')).toBe('\u2068דוד\u2069');
    expect(isolated('\u202Eabc\u2069')).toBe('abc');
  });
});
