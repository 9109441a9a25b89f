import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inPages } from './in-pages.ts';

describe('an iterable', () => {
  it('an iterable is collected into full pages and a last one with the rest', async () => {
    const pages: (readonly number[])[] = [];
    for await (const page of inPages<number>(Readable.from([1, 2, 3, 4, 5]), 2)) pages.push(page);
    expect(pages).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('an iterable makes no empty page at the end', async () => {
    const pages: (readonly number[])[] = [];
    for await (const page of inPages<number>(Readable.from([1, 2]), 2)) pages.push(page);
    expect(pages).toEqual([[1, 2]]);
  });
});
