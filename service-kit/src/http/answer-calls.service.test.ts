import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '@quorum/contracts/routes.ts';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { AdminAuthenticator } from './admission/admin-authenticator.ts';
import { AdminVisits } from './admission/admin-visits.ts';
import { Allowance } from './admission/allowance.ts';
import { trustNobody } from './admission/origin.ts';
import { type AnswerParts, answerCalls } from './answer-calls.ts';

const BURST = 3;
let server: Server | undefined;
afterEach(() => server?.close());

const serve = async (authenticate: AnswerParts['authenticate']): Promise<string> => {
  const answer = answerCalls({
    authenticate,
    publicEndpoint: { trustProxy: trustNobody },
    allowance: new Allowance(0.001, { now: () => 0 }, BURST),
    adminAuthenticator: new AdminAuthenticator(
      undefined,
      { refuse: async () => undefined, note: async () => {} },
      new AdminVisits({ read: async () => [] }, new Uint8Array(32)),
    ),
    clock: { now: () => 0 },
    development: false,
  });
  const app = new Koa();
  app.use((context) => answer('me', routes.me, async () => ({ body: {} }), context));
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

describe('an invented token', () => {
  it('an invented token counts against its address, and leaves sessions there alone (SAFE-06, SAFE-14)', async () => {
    const ada = 'a'.repeat(43);
    const origin = await serve(async (token) =>
      token === ada ? { userId: 'ada', sessionId: 's', profileComplete: true } : undefined,
    );
    const statuses: number[] = [];
    for (let number = 0; number < 10; number++) {
      const headers = { authorization: `Bearer ${String(number).padStart(43, 'x')}` };
      statuses.push((await fetch(origin, { headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429, 429]);
    expect((await fetch(origin, { headers: { authorization: `Bearer ${ada}` } })).status).toBe(200);
  });
});
