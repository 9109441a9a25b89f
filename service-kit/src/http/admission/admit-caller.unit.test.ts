import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { routes } from '@quorum/contracts/routes.ts';
import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../call.ts';
import { callerOf } from '../observe-requests.ts';
import { AdminAuthenticator } from './admin-authenticator.ts';
import { AdminVisits } from './admin-visits.ts';
import { admission } from './admit-caller.ts';
import { Allowance } from './allowance.ts';
import { trustNobody } from './origin.ts';

const headers: Readonly<Record<string, string>> = { authorization: `Bearer ${'a'.repeat(43)}` };
const contextOf = (sent: Readonly<Record<string, string>>) =>
  ({
    state: {},
    get: (name: string) => sent[name] ?? '',
    req: { headers: sent, socket: { remoteAddress: '127.0.0.1' } },
  }) as unknown as Context;
const context = contextOf(headers);

const common = () => ({
  publicEndpoint: { trustProxy: trustNobody },
  allowance: new Allowance(1, { now: () => 0 }, 10),
  adminAuthenticator: new AdminAuthenticator(
    undefined,
    { refuse: async () => undefined, note: async () => {} },
    new AdminVisits({ read: async () => [] }, new Uint8Array(32)),
  ),
  clock: { now: () => 0 },
  development: false,
});

/** A process that learns what another one did only when it waits for it. */
const process = (actors: { before: Actor | undefined; after: Actor | undefined }) => {
  let known = actors.before;
  return admission({
    authenticate: async () => known,
    current: async () => {
      known = actors.after;
    },
    ...common(),
  });
};

const maya: Actor = { userId: 'maya', sessionId: 's', profileComplete: true };

describe('a caller who signed in at another process', () => {
  it.each(['sendMessage', 'previewGroup'] as const)(
    'a caller who signed in at another process is refused %s when the session was ended there (CQRS-08)',
    async (name) => {
      const { confirm } = process({ before: maya, after: undefined });
      expect(await confirm(context, routes[name])).toEqual({ refused: 'session/invalid' });
    },
  );

  it('a caller who signed in at another process is admitted if the session was created, or the profile completed, there (CQRS-08)', async () => {
    for (const before of [undefined, { ...maya, profileComplete: false }]) {
      const { admit } = process({ before, after: maya });
      const actor = await admit(context, routes.sendMessage);
      expect(isRefusal(actor)).toBe(false);
      expect(actor).toEqual(maya);
    }
  });
});

/** Read models in which the session ends at a position. */
const readModels = (reached: string) => {
  const state = { reached, lookUps: 0 };
  const { admit } = admission({
    authenticate: async () => {
      state.lookUps += 1;
      return state.reached < 'b' ? maya : undefined;
    },
    readPosition: {
      hasReached: (wanted) => state.reached >= wanted,
      waitFor: async (wanted) => {
        state.reached = wanted;
        return true;
      },
    },
    ...common(),
  });
  const hasSeen = (position: string) => contextOf({ ...headers, 'x-min-position': position });
  return { state, admit: (position: string) => admit(hasSeen(position), routes.events) };
};

describe('a reader who has seen a position', () => {
  it('a reader who has seen a position is looked up once if the read models have reached it', async () => {
    const { state, admit } = readModels('a');
    expect(await admit('a')).toEqual(maya);
    expect(state.lookUps).toBe(1);
  });

  it('a reader who has seen a position is judged by the read models that have reached it', async () => {
    const { admit } = readModels('a');
    expect(await admit('b')).toEqual({ refused: 'session/invalid' });
  });
});

describe('a fetch by the link to a calendar', () => {
  const { admit } = admission({ authenticate: async () => undefined, ...common() });
  const fetchBy = async (path: string) => {
    const fetching = { ...contextOf({}), path } as Context;
    const outcome = await admit(fetching, routes.readCalendarFeed);
    return { outcome, caller: callerOf(fetching) };
  };

  it('a fetch by the link to a calendar is admitted, however much its address has used up (ICS-04)', async () => {
    for (let count = 0; count < 10; count++) await admit(contextOf({}), routes.previewGroup);
    expect(await admit(contextOf({}), routes.previewGroup)).toMatchObject({ refused: 'request/too-many' });
    for (let count = 0; count < 20; count++)
      expect((await fetchBy('/api/calendar/a/quorum.ics')).outcome).toBe(undefined);
  });

  it('fetches by invented links to calendars are few callers, so that they push nobody out of the allowance', async () => {
    const all = Array.from({ length: 50_000 }, (_, index) => fetchBy(`/api/calendar/${index}/quorum.ics`));
    const callers = new Set((await Promise.all(all)).map(({ caller }) => caller));
    expect(callers.size).toBeLessThanOrEqual(4096);
    expect(callers).not.toContain('127.0.0.1');
  });
});
