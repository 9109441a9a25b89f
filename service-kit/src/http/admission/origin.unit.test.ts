import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  isExpectedHost,
  isFromThisMachine,
  isHost,
  originOf,
  parseTrustProxy,
  trustHops,
  trustNobody,
} from './origin.ts';

const calling = (host: string): IncomingMessage => ({ headers: { host } }) as IncomingMessage;
const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}): IncomingMessage =>
  ({ headers: { host: 'inside:8080', ...headers }, socket: { remoteAddress } }) as unknown as IncomingMessage;

const nobody = { trustProxy: trustNobody };
const behind = (trusted: string) => {
  const trustProxy = parseTrustProxy(trusted);
  if (trustProxy === undefined) throw new Error(`${trusted} names no proxies`);
  return { trustProxy };
};

describe('a host name in a request', () => {
  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', '192.168.1.20'])(
    "a host name in a request is this machine's: %s",
    (host) => {
      expect(isExpectedHost(calling(host), nobody)).toBe(true);
    },
  );

  it.each(['rebind.attacker.example:8080', 'localhost.attacker.example', '127.0.0.1.nip.example'])(
    "a host name in a request is somebody else's, who could read development-only answers: %s (SAFE-06)",
    (host) => {
      expect(isExpectedHost(calling(host), nobody)).toBe(false);
    },
  );

  it('a host name in a request must be the public one if one is configured (SAFE-17)', () => {
    const published = { ...nobody, publicOrigin: 'https://quorum.example' };
    expect(isExpectedHost(calling('quorum.example'), published)).toBe(true);
    for (const host of ['anything', 'quorum.example.attacker.example', 'quorum.example:81'])
      expect(isExpectedHost(calling(host), published)).toBe(false);
  });
});

describe('a host', () => {
  it.each(['localhost', 'quorum.example:8080', 'a', '10.0.0.1', '[::1]:80', 'my_service:8080', 'x-1.example.'])(
    'a host is a name or an address: %s',
    (host) => {
      expect(isHost(host)).toBe(true);
    },
  );

  it.each(['', 'a b', 'a/b', 'a@b', 'a?b', 'a#b', 'a\\b', 'a:b', 'a:99999', '[::g]', '-a', 'a,b', 'ä.example', '"a"'])(
    'a host is never anything else: "%s" (SAFE-06)',
    (host) => {
      expect(isHost(host)).toBe(false);
    },
  );
});

describe("the caller's address", () => {
  it("the caller's address is the peer if no proxy is trusted, whatever headers say (SAFE-06)", () => {
    expect(addressOf(from('192.0.2.7', { 'x-forwarded-for': '198.51.100.1' }), nobody)).toBe('192.0.2.7');
  });

  it.each([
    ['true', '203.0.113.9'],
    ['1', '203.0.113.9'],
    ['2', '198.51.100.4'],
    ['3', '198.51.100.1'],
    ['9', '198.51.100.1'],
  ])("the caller's address is the one seen by the last of %s trusted proxies (SAFE-06)", (trusted, address) => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 198.51.100.4, 203.0.113.9' };
    expect(addressOf(from('10.0.0.2', headers), behind(trusted))).toBe(address);
  });

  it("the caller's address is the nearest address outside all trusted networks (SAFE-06)", () => {
    const publicEndpoint = behind('10.0.0.0/8, 192.0.2.1, fd00::/8');
    const forwarded = (list: string) => ({ 'x-forwarded-for': list });
    expect(addressOf(from('10.0.0.2', forwarded('1.1.1.1, 8.8.8.8, 192.0.2.1')), publicEndpoint)).toBe('8.8.8.8');
    expect(addressOf(from('::ffff:10.0.0.2', forwarded('8.8.8.8')), publicEndpoint)).toBe('8.8.8.8');
    expect(addressOf(from('9.9.9.9', forwarded('8.8.8.8')), publicEndpoint)).toBe('9.9.9.9');
  });

  it("the caller's address is never something that is not an address", () => {
    expect(addressOf(from('10.0.0.2', { 'x-forwarded-for': 'somebody' }), behind('true'))).toBe('10.0.0.2');
  });

  it("the caller's address is the /64 network for IPv6, in any notation (SAFE-06)", () => {
    const addresses = ['2001:db8::1', '2001:0DB8:0:0:ffff::', '2001:db8:0:0:1:2:3:4'];
    expect(new Set(addresses.map((address) => addressOf(from(address), nobody)))).toEqual(
      new Set(['2001:db8:0:0::/64']),
    );
    expect(addressOf(from('::ffff:192.0.2.7'), nobody)).toBe('192.0.2.7');
  });
});

describe("the product's origin", () => {
  const headers = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, quorum.example' };

  it("the product's origin is set by the trusted proxy, not by an earlier header (SAFE-06)", () => {
    expect(originOf(from('10.0.0.2', headers), behind('true'))).toBe('https://quorum.example');
    expect(originOf(from('10.0.0.2', headers), nobody)).toBe('http://inside:8080');
  });

  it("the product's origin is the request's own host if the forwarded one is malformed (SAFE-06)", () => {
    const odd = from('10.0.0.2', { 'x-forwarded-host': 'a/b@c', 'x-forwarded-proto': 'javascript' });
    expect(originOf(odd, { trustProxy: trustHops(1) })).toBe('http://inside:8080');
  });
});

describe('a caller on this machine', () => {
  it.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['127.8.8.8']])(
    'a caller on this machine comes from %s',
    (address) => {
      expect(isFromThisMachine(from(address))).toBe(true);
    },
  );

  it('a caller on this machine is never someone remote, even through a local proxy (RUN-04)', () => {
    expect(isFromThisMachine(from('192.168.1.20'))).toBe(false);
    expect(isFromThisMachine(from('127.0.0.1', { 'x-forwarded-for': '192.168.1.20' }))).toBe(false);
    expect(isFromThisMachine(from('127.0.0.1', { 'x-forwarded-for': '192.168.1.20, 127.0.0.1' }))).toBe(false);
  });
});

it.each(['yes', '1.2.3', '10.0.0.0/33', '-1', '10.0.0.1,'])('TRUST_PROXY is not %s', (text) => {
  expect(parseTrustProxy(text)).toBeUndefined();
});
