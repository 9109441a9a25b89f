import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { routes } from '@quorum/contracts/routes.ts';
import Koa from 'koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AdminAuthenticator } from './admission/admin-authenticator.ts';
import { AdminVisits } from './admission/admin-visits.ts';
import { Allowance } from './admission/allowance.ts';
import { trustNobody } from './admission/origin.ts';
import { type AnswerParts, answerCalls } from './answer-calls.ts';

const BURST = 3;
let server: Server | undefined;
afterEach(() => server?.close());

const listening = async (answer: (context: Koa.Context) => Promise<void>): Promise<string> => {
  const app = new Koa();
  app.use(answer);
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const answering = (authenticate: AnswerParts['authenticate'], allowance: Allowance) =>
  answerCalls({
    authenticate,
    publicEndpoint: { trustProxy: trustNobody },
    allowance,
    adminAuthenticator: new AdminAuthenticator(
      undefined,
      { refuse: async () => undefined, note: async () => {} },
      new AdminVisits({ read: async () => [] }, new Uint8Array(32)),
    ),
    clock: { now: () => 0 },
    development: false,
  });

const allowanceOf = (burst: number): Allowance => new Allowance(0.001, { now: () => 0 }, burst);

const serve = (authenticate: AnswerParts['authenticate']): Promise<string> => {
  const answer = answering(authenticate, allowanceOf(BURST));
  return listening((context) => answer('me', routes.me, async () => ({ body: {} }), context));
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

it('a caller who tries too many links that do not exist is held back, and cut off with too many at once (SAFE-06)', async () => {
  const allowance = allowanceOf(BURST);
  const held: string[] = [];
  allowance.holdBack = async (caller, cutOff) => {
    if (held.push(caller) >= 3) cutOff();
  };
  const answer = answering(async () => undefined, allowance);
  let isKnown = true;
  const origin = await listening((context) => {
    const handler = async () => (isKnown ? { body: {} } : refuse('request/too-many', undefined, 9));
    return answer('readCalendarFeed', routes.readCalendarFeed, handler, context);
  });
  expect([(await fetch(origin)).status, held.length]).toEqual([200, 0]);
  isKnown = false;
  expect([(await fetch(origin)).status, (await fetch(origin)).status]).toEqual([429, 429]);
  await expect(fetch(origin)).rejects.toThrow();
  expect(new Set(held)).toEqual(new Set(['127.0.0.1']));
});

describe('the body of a call', () => {
  const ada = { userId: 'ada', sessionId: 's', profileComplete: true };
  const MEGABYTE = 1_048_576;
  const head = {
    method: 'POST',
    headers: { authorization: `Bearer ${'a'.repeat(43)}`, 'content-type': 'application/json' },
  };
  const event = { uid: 'a', name: '', description: 'x'.repeat(900), date: '2030-05-14', time: '09:00' };
  const wrongBody = JSON.stringify({ events: Array.from({ length: 1_000 }, () => event) });
  const importing = (allowance: Allowance): Promise<string> => {
    const answer = answering(async () => ada, allowance);
    return listening((context) =>
      answer('checkImport', routes.checkImport, async () => ({ body: { outcomes: [] } }), context),
    );
  };

  it('the body of a call is paid for by its caller, even if it is refused once it is parsed (SAFE-06)', async () => {
    const origin = await importing(allowanceOf(2));
    const send = { ...head, body: wrongBody };
    const statuses = [await fetch(origin, send), await fetch(origin, send)];
    expect(statuses.map(({ status }) => status)).toEqual([400, 429]);
  });

  it('the body of a call is not parsed while its caller owes for another that came in with it (SAFE-06)', async () => {
    const allowance = allowanceOf(3);
    const received = vi.spyOn(allowance, 'receiving');
    const origin = await importing(allowance);
    const begin = () => {
      const sent = request(origin, { ...head, headers: { ...head.headers, 'content-length': wrongBody.length } });
      const status = once(sent, 'response').then(([{ statusCode }]) => statusCode as number);
      sent.write(wrongBody.slice(0, -1));
      return () => {
        sent.end('}');
        return status;
      };
    };
    const [finish, finishLater] = [begin(), begin()];
    await expect.poll(() => received.mock.calls.length).toBe(2);
    expect([await finish(), await finishLater()]).toEqual([400, 429]);
  });

  it('the large body of a call takes its turn among those of its caller to be parsed (SAFE-06)', async () => {
    const allowance = allowanceOf(100);
    const inTurn = vi.spyOn(allowance, 'inTurn').mockResolvedValue(refuse('request/too-many'));
    const origin = await importing(allowance);
    const statuses: number[] = [];
    for (const body of ['{}', wrongBody]) statuses.push((await fetch(origin, { ...head, body })).status);
    expect(statuses).toEqual([400, 429]);
    expect(inTurn).toHaveBeenCalledOnce();
  });

  it('the body of a call is refused while 16 MB of its caller are on their way, and the refusal held back (SAFE-06)', async () => {
    const allowance = allowanceOf(1_000);
    const holdBack = vi.spyOn(allowance, 'holdBack').mockResolvedValue();
    const origin = await importing(allowance);
    const send = (): Promise<number | undefined> =>
      new Promise((resolve) => {
        const sent = request(origin, { ...head, headers: { ...head.headers, 'content-length': MEGABYTE } });
        sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve(undefined));
        sent.write('{');
      });
    expect(await Promise.race(Array.from({ length: 17 }, send))).toBe(429);
    expect(holdBack).toHaveBeenCalledExactlyOnceWith('ada', expect.any(Function));
    server?.closeAllConnections();
  });
});
