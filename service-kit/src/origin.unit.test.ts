import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isNamedForReal } from './origin.ts';

const calling = (host: string): IncomingMessage => ({ headers: { host } }) as IncomingMessage;

describe('the name that a caller has for this machine', () => {
  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', '192.168.1.20'])('is its own: %s', (host) => {
    expect(isNamedForReal(calling(host), { trustProxy: false })).toBe(true);
  });

  it.each(['rebind.attacker.example:8080', 'localhost.attacker.example', '127.0.0.1.nip.example'])(
    "is somebody else's, who could read what only development tells: %s (SAFE-06)",
    (host) => {
      expect(isNamedForReal(calling(host), { trustProxy: false })).toBe(false);
    },
  );

  it('is the public one', () => {
    const facing = { trustProxy: false, publicOrigin: 'https://quorum.example' };
    expect(isNamedForReal(calling('anything'), facing)).toBe(true);
  });
});
