import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hmacFileLinks } from './hmac-file-links.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 3, 10, 30);
const secret = randomBytes(32);
const links = hmacFileLinks(secret);

const parts = (address: string) => {
  const url = new URL(address, 'http://quorum.test');
  return {
    id: decodeURIComponent(url.pathname.slice('/files/'.length)),
    e: url.searchParams.get('e') ?? '',
    s: url.searchParams.get('s') ?? '',
  };
};

describe('signed file links', () => {
  it('SAFE-04 hold for at least 24 hours and run out within 48', () => {
    for (const at of [now, now + 13 * hour, now + 13.5 * hour, now + 23 * hour]) {
      const { id, e, s } = parts(links.sign('a-file', at));
      expect(links.check(id, e, s, at + 24 * hour - 1)).toBe(true);
      expect(links.check(id, e, s, at + 48 * hour)).toBe(false);
    }
  });

  it('are the same within a day, so that caches keep them', () => {
    expect(links.sign('a-file', now)).toBe(links.sign('a-file', now + 13 * hour));
    expect(links.sign('a-file', now)).not.toBe(links.sign('a-file', now + 14 * hour));
  });

  it('SAFE-04 open one file only, and cannot be prolonged or altered', () => {
    const { e, s } = parts(links.sign('a-file', now));
    expect(links.check('a-file', e, s, now)).toBe(true);
    expect(links.check('b-file', e, s, now)).toBe(false);
    expect(links.check('a-file', String(Number(e) + 24 * hour), s, now)).toBe(false);
    expect(links.check('a-file', `${e} `, s, now)).toBe(false);
    expect(links.check('a-file', `0${e}`, s, now)).toBe(false);
    for (let i = 0; i < s.length - 1; i++) {
      const altered = s.slice(0, i) + (s[i] === 'A' ? 'B' : 'A') + s.slice(i + 1);
      expect(links.check('a-file', e, altered, now)).toBe(false);
    }
  });

  it('are refused, not thrown at, when they are nonsense', () => {
    for (const [e, s] of [
      ['', ''],
      ['NaN', 'x'],
      ['1e99', 'A'.repeat(43)],
      ['9'.repeat(400), 'é'.repeat(43)],
      ['1', 'A'.repeat(5000)],
    ]) {
      expect(links.check('a-file', e ?? '', s ?? '', now)).toBe(false);
    }
  });

  it('of another secret are refused', () => {
    const { id, e, s } = parts(hmacFileLinks(randomBytes(32)).sign('a-file', now));
    expect(links.check(id, e, s, now)).toBe(false);
  });

  it('need a secret worth the name', () => {
    expect(() => hmacFileLinks(randomBytes(16))).toThrow(RangeError);
  });
});
