import { describe, expect, it } from 'vitest';
import { findLinks } from './find-links.ts';

const urls = (text: string) => findLinks(text).map((link) => link.url);
const written = (text: string) => findLinks(text).map((link) => text.slice(link.start, link.end));

describe('findLinks', () => {
  it('the search for links finds http(s) URLs and bare domains with a known top-level domain (CHAT-29)', () => {
    expect(urls('see https://quorum.example/a?b=c#d and HTTP://other.test and maps.example.com/x')).toEqual([
      'https://quorum.example/a?b=c#d',
      'HTTP://other.test',
      'https://maps.example.com/x',
    ]);
    expect(urls('meet.google.com/abc-defg-hij')).toEqual(['https://meet.google.com/abc-defg-hij']);
  });

  it('the search for links ignores other schemes, unknown endings, e-mail addresses and plain words', () => {
    for (const text of [
      'javascript:alert(1)',
      'ftp://files.example.com/x',
      'me@example.com',
      'first.last@example.com',
      'readme.md and notes.txt',
      'ends here.Next one',
      '3.14 and 10.0.0.1',
      'https://',
      'http://.',
      'a..com',
      '-bad.com-',
      '…',
    ])
      expect(urls(text), text).toEqual([]);
  });

  it('the search for links excludes trailing punctuation of the sentence', () => {
    expect(written('Look at example.com. Or example.org - or example.net-')).toEqual([
      'example.com',
      'example.org',
      'example.net',
    ]);
    expect(written('(https://example.com/a)')).toEqual(['https://example.com/a']);
    expect(written('https://example.com/a_(b)!')).toEqual(['https://example.com/a_(b)']);
    expect(written('[example.com], <https://example.org/x>; "https://example.net"')).toEqual([
      'example.com',
      'https://example.org/x',
      'https://example.net',
    ]);
  });

  it('the search for links keeps an apostrophe inside a link and drops one around it (CHAT-29)', () => {
    for (const link of ["https://en.wikipedia.org/wiki/Rubik's_Cube", "en.wikipedia.org/wiki/Rubik's_Cube_(toy)"])
      expect(written(`See ${link}, and '${link}'.`)).toEqual([link, link]);
    expect(written("'https://a.com/x', 'https://b.com/y' and https://c.com/z's")).toEqual([
      'https://a.com/x',
      'https://b.com/y',
      "https://c.com/z's",
    ]);
    expect(written("['https://a.com','https://b.com']")).toEqual(['https://a.com', 'https://b.com']);
  });

  it('a link ends at the wide punctuation of Chinese and Japanese text', () => {
    expect(urls('詳細はhttps://example.com/a。明日（https://example.org/ウィキ）、見て「maps.example.com/x」')).toEqual(
      ['https://example.com/a', 'https://example.org/ウィキ', 'https://maps.example.com/x'],
    );
  });

  it('the search for links takes no sentence without a space for a domain, unless a path follows', () => {
    for (const text of ['ok.so we go', 'Call me.it is late', 'fine.no problem']) expect(urls(text), text).toEqual([]);
    expect(urls('youtu.be/abc, my-site.so and www.about.me')).toEqual([
      'https://youtu.be/abc',
      'https://my-site.so',
      'https://www.about.me',
    ]);
  });

  it('a link stops at characters that hide or reorder text', () => {
    expect(urls('https://good.example/\u202egnp.exe')).toEqual(['https://good.example/']);
    expect(urls('https://good.example/a\u200bb')).toEqual(['https://good.example/a']);
  });

  it('the search for links does not find a domain twice inside a URL', () => {
    expect(urls('https://a.com/?next=b.com c.com')).toEqual(['https://a.com/?next=b.com', 'https://c.com']);
  });

  it('the search for links finds nothing in long hostile texts, and terminates', () => {
    expect(urls('a.'.repeat(2500))).toEqual([]);
    expect(urls('a-'.repeat(2500))).toEqual([]);
    expect(urls(`http://a.com/${')'.repeat(4900)}`)).toEqual(['http://a.com/']);
    expect(urls(`http://a.com/${"'".repeat(4900)}`)).toEqual(['http://a.com/']);
  });
});
