import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { routes } from '@quorum/contracts/routes.ts';
import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../call.ts';
import { AdminAuthenticator } from './admin-authenticator.ts';
import { admission } from './admit-caller.ts';
import { RateLimit } from './rate-limit.ts';
import { trustNobody } from './trusted-proxies.ts';

const headers: Readonly<Record<string, string>> = { authorization: `Bearer ${'a'.repeat(43)}` };
const context = {
  get: (name: string) => headers[name] ?? '',
  req: { headers, socket: { remoteAddress: '127.0.0.1' } },
} as unknown as Context;

/** A process that learns what another one did only when it waits for it. */
const process = (actors: { before: Actor | undefined; after: Actor | undefined }) => {
  let known = actors.before;
  return admission({
    authenticate: async () => known,
    current: async () => {
      known = actors.after;
    },
    publicEndpoint: { trustProxy: trustNobody },
    rateLimit: new RateLimit(1, 10),
    adminAuthenticator: new AdminAuthenticator(undefined, { refuse: async () => undefined, note: async () => {} }),
    clock: { now: () => 0 },
    development: false,
  });
};

const maya: Actor = { userId: 'maya', sessionId: 's', profileComplete: true };

describe('a caller who signed in at another process', () => {
  it.each(['sendMessage', 'previewGroup'] as const)(
    'is refused %s when the session was ended there (CQRS-08)',
    async (name) => {
      const { confirm } = process({ before: maya, after: undefined });
      expect(await confirm(context, routes[name])).toEqual({ refused: 'session/invalid' });
    },
  );

  it('is admitted if the session was created, or the profile completed, there (CQRS-08)', async () => {
    for (const before of [undefined, { ...maya, profileComplete: false }]) {
      const { admit } = process({ before, after: maya });
      const actor = await admit(context, routes.sendMessage);
      expect(isRefusal(actor)).toBe(false);
      expect(actor).toEqual(maya);
    }
  });
});
