import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFileName } from './clean-file-name.ts';

describe('a file name', () => {
  it.each([
    ['Café – 旅行 (final).pdf', 'Café – 旅行 (final).pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['..', 'file'],
    ['', 'file'],
    ['/', 'file'],
    [' . ', 'file'],
    ['a\0b\r\n.txt', 'ab .txt'],
    ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
    ['\u2066a\u2069\u200B.txt', 'a.txt'],
    ['evil.html.', 'evil.html'],
    ['.env', '.env'],
    ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
    ['  spaced   out.txt ', 'spaced out.txt'],
    ['e\u0301.txt', 'é.txt'],
  ])('a file name %j becomes %j (SAFE-06)', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it('a file name is cut to 255 bytes at a character boundary, with its extension', () => {
    const name = cleanFileName(`${'👨‍👩‍👧'.repeat(60)}.jpeg`);
    expect(name).toMatch(/^(👨‍👩‍👧)+\.jpeg$/u);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(cleanFileName(`a.${'b'.repeat(400)}`)).toHaveLength(255);
  });

  it('a file name is cleaned in one pass, no matter how many dots and spaces it has', { timeout: 10_000 }, () => {
    expect(cleanFileName(`${'. '.repeat(150_000)}a`)).toHaveLength(255);
    expect(cleanFileName(`${'.'.repeat(300_000)}a`)).toBe(`${'.'.repeat(253)}.a`);
  });

  it('a file name is always harmless, and unchanged when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const clean = cleanFileName(name);
        expect(clean).not.toMatch(/[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
        expect(clean).not.toMatch(/^\.{0,2}$/);
        expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(255);
        expect(cleanFileName(clean)).toBe(clean);
      }),
    );
  });
});
