import { describe, expect, it } from 'vitest';
import type { Places } from '../ports/places.ts';

/** The contract of every source of places. `open` returns one that knows Portland, Oregon. */
export const placesSuite = (name: string, open: () => Places | Promise<Places>): void => {
  describe(`places: ${name}`, () => {
    it('a place search suggests places by the beginning of their names, the best first (API-38)', async () => {
      const places = await open();
      const [first] = await places.suggest('Portlan', 5);
      expect(first).toMatch(/^Portland, (OR|Oregon)\b/);
    });

    it('a place search returns addresses of one line, trimmed and without duplicates', async () => {
      const places = await open();
      const found = await places.suggest('Port', 10);
      expect(found.length).toBeGreaterThan(1);
      expect(found.every((address) => address !== '' && !/[\r\n]|^\s|\s$/.test(address))).toBe(true);
      expect(new Set(found).size).toBe(found.length);
    });

    it('a place search keeps to the limit', async () => {
      const places = await open();
      expect(await places.suggest('Port', 2)).toHaveLength(2);
      expect(await places.suggest('Port', 0)).toEqual([]);
    });

    it('a place search ignores case, accents and surrounding blanks', async () => {
      const places = await open();
      expect(await places.suggest('  pORTLÁN ', 1)).toEqual(await places.suggest('Portlan', 1));
    });

    it.each(['', '   ', 'zzqqxxzz', '%_\\*?[', '\u0000\u202E', ','])(
      'a place search finds nothing for %j',
      async (query) => {
        const places = await open();
        expect(await places.suggest(query, 5)).toEqual([]);
      },
    );

    it('a place search accepts a text of any length', async () => {
      const places = await open();
      expect(await places.suggest('q'.repeat(100_000), 5)).toEqual([]);
    });

    it('a place search answers many questions at once', async () => {
      const places = await open();
      const answers = await Promise.all(Array.from({ length: 20 }, () => places.suggest('Portlan', 1)));
      expect(new Set(answers.flat()).size).toBe(1);
    });
  });
};
