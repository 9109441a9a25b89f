import { describe, expect, it } from 'vitest';
import { TokenLookups } from './token-lookups.ts';

const ada = { userId: 'ada', sessionId: 's', profileComplete: true };

/** A store that answers when the test says so. */
const slowStore = () => {
  const asked: { readonly token: string; readonly answer: () => void }[] = [];
  const lookups = new TokenLookups<typeof ada>(
    (token) =>
      new Promise((resolve) => {
        asked.push({ token, answer: () => resolve(token === 'ada' ? ada : undefined) });
      }),
  );
  return { asked, lookups };
};

/** Lets settled promises take effect. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('tokens from an address that has spent its rate limit', () => {
  it('tokens from an address that has spent its rate limit are looked up one at a time, and a running session among them is found (SAFE-14)', async () => {
    const { asked, lookups } = slowStore();
    const found = ['x', 'y', 'ada'].map((token) => lookups.find(token, '10.0.0.1', true));
    for (let round = 0; round < 3; round++) {
      await settle();
      expect(asked).toHaveLength(round + 1);
      asked.at(-1)?.answer();
    }
    expect(await Promise.all(found)).toEqual([undefined, undefined, ada]);
  });

  it('tokens from an address that has spent its rate limit do not delay a caller whose token was found before (SAFE-14)', async () => {
    const { asked, lookups } = slowStore();
    const first = lookups.find('ada', '10.0.0.1', false);
    asked[0]?.answer();
    await first;
    void lookups.find('x', '10.0.0.1', true);
    const again = lookups.find('ada', '10.0.0.1', true);
    await settle();
    asked.find(({ token }, index) => index > 0 && token === 'ada')?.answer();
    expect(await again).toEqual(ada);
  });

  it('tokens from an address that has spent its rate limit delay no other address, and are limited in number (SAFE-06)', async () => {
    const { asked, lookups } = slowStore();
    const many = Array.from({ length: 501 }, () => lookups.find('x', '10.0.0.1', true));
    expect(await many.at(-1)).toBe('busy');
    void lookups.find('ada', '10.0.0.2', true);
    void lookups.find('ada', '10.0.0.1', false);
    await settle();
    expect(asked.map(({ token }) => token).sort()).toEqual(['ada', 'ada', 'x']);
  });
});
