import { randomBytes } from 'node:crypto';
import type { FileScope } from '@quorum/service-kit/ports/file-links.ts';
import { describe, expect, it } from 'vitest';
import { hmacFileLinks } from './hmac-file-links.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 4, 3, 10, 31);
const secret = randomBytes(32);
const links = hmacFileLinks(secret);
const own: FileScope = { kind: 'own', viewerId: 'ada' };

const parts = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://quorum.test');
  const part = (name: string) => searchParams.get(name) ?? '';
  const signed = { expires: part('e'), scope: part('v'), signature: part('s') };
  return { id: decodeURIComponent(pathname.slice('/files/'.length)), signed };
};

describe('signed file links', () => {
  it('are valid for at most 15 minutes and at least half of that (SAFE-04, SAFE-11)', () => {
    for (let at = now; at < now + 30 * MINUTE; at += MINUTE) {
      const { id, signed } = parts(links.sign('a-file', own, at));
      expect(links.check(id, signed, at + 7.5 * MINUTE - 1)).toEqual(own);
      expect(links.check(id, signed, at + 15 * MINUTE)).toBeUndefined();
    }
  });

  it('are the same within a period, so that caches keep them', () => {
    expect(links.sign('a-file', own, now)).toBe(links.sign('a-file', own, now + 6 * MINUTE));
    expect(links.sign('a-file', own, now)).not.toBe(links.sign('a-file', own, now + 7 * MINUTE));
  });

  it('reveal on whose behalf they give access (SAFE-11)', () => {
    const scopes: readonly FileScope[] = [
      own,
      { kind: 'member', viewerId: 'ada', groupId: 'club' },
      { kind: 'guest', viewerId: 'ada', groupId: 'club' },
      { kind: 'group', groupId: 'club', departures: 12 },
      { kind: 'admin' },
    ];
    for (const scope of scopes) {
      const { id, signed } = parts(links.sign('a-file', scope, now));
      expect(links.check(id, signed, now)).toEqual(scope);
    }
  });

  it('open one file for one scope, and cannot be extended or altered (SAFE-04, SAFE-11)', () => {
    const { signed } = parts(links.sign('a-file', own, now));
    const { expires, signature } = signed;
    const opens = (altered: object, id = 'a-file') => links.check(id, { ...signed, ...altered }, now) !== undefined;
    expect(opens({})).toBe(true);
    expect(opens({}, 'b-file')).toBe(false);
    expect(opens({ scope: 'own.ben' })).toBe(false);
    expect(opens({ scope: 'admin' })).toBe(false);
    expect(opens({ expires: String(Number(expires) + 15 * MINUTE) })).toBe(false);
    expect(opens({ expires: `${expires} ` })).toBe(false);
    expect(opens({ expires: `0${expires}` })).toBe(false);
    for (let i = 0; i < signature.length - 1; i++) {
      const altered = signature.slice(0, i) + (signature[i] === 'A' ? 'B' : 'A') + signature.slice(i + 1);
      expect(opens({ signature: altered })).toBe(false);
    }
  });

  it('are refused without an exception if malformed', () => {
    for (const [expires = '', scope = '', signature = ''] of [
      ['', '', ''],
      ['NaN', 'x', 'x'],
      ['1e99', 'own', 'A'.repeat(43)],
      ['9'.repeat(400), 'own', 'é'.repeat(43)],
      ['1', 'x'.repeat(5000), 'A'.repeat(43)],
    ]) {
      expect(links.check('a-file', { expires, scope, signature }, now)).toBeUndefined();
    }
  });

  it('with another secret are refused', () => {
    const { id, signed } = parts(hmacFileLinks(randomBytes(32)).sign('a-file', own, now));
    expect(links.check(id, signed, now)).toBeUndefined();
  });

  it('require a sufficiently long secret', () => {
    expect(() => hmacFileLinks(randomBytes(16))).toThrow(RangeError);
  });
});
