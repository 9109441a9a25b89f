import { EventEmitter } from 'node:events';
import { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import { trustNobody } from '@quorum/service-kit/http/admission/origin.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admit } from './admit.ts';
import type { Connection } from './connection.ts';

const TOKEN = 'a'.repeat(43);
const MOST = 50;

class EngineConnection extends EventEmitter {
  readyState = 'open';
  close(): void {
    this.readyState = 'closed';
    this.emit('close');
  }
}

const knock = () => {
  const conn = new EngineConnection();
  const request = { headers: {}, socket: { remoteAddress: '10.0.0.1' } };
  const connection = { conn, request, handshake: { auth: { token: TOKEN } } } as unknown as Connection;
  return { conn, connection };
};

/** @param burst calls that it lasts for. */
const allowanceOf = (burst: number): Allowance => new Allowance(1, { now: () => 0 }, burst);

const gate = (authenticate: Parameters<typeof admit>[0]['authenticate'], allowance = allowanceOf(1000)) => {
  const letIn = admit({
    authenticate,
    publicEndpoint: { trustProxy: trustNobody },
    allowance,
    clock: { now: () => 0 },
    failed: (error) => {
      throw error;
    },
  });
  return (connection: Connection): Promise<string> =>
    new Promise((resolve) => letIn(connection, (refusal) => resolve(refusal?.message ?? 'let in')));
};

const ada = { userId: 'ada', sessionId: 's', profileComplete: true };

describe('admission', () => {
  it('admission limits how often one person is admitted, even with concurrent connections (SAFE-06)', async () => {
    const known = new EventEmitter().setMaxListeners(0);
    const ask = gate(() => new Promise((resolve) => known.once('known', () => resolve(ada))));
    const knocks = Array.from({ length: MOST + 50 }, knock);
    const answers = knocks.map(({ connection }) => ask(connection));
    known.emit('known');
    const given = await Promise.all(answers);
    expect(given.filter((answer) => answer === 'let in')).toHaveLength(MOST);
    expect(given.at(-1)).toBe('Too many windows are open. Please close some of them.');

    knocks[0]?.conn.close();
    const [next, another] = [ask(knock().connection), ask(knock().connection)];
    known.emit('known');
    expect(await Promise.all([next, another])).toEqual([
      'let in',
      'Too many windows are open. Please close some of them.',
    ]);
  });

  it('admission refuses a person who has spent their allowance, and holds the refusal back (SAFE-06)', async () => {
    const allowance = allowanceOf(1);
    const held: string[] = [];
    allowance.holdBack = async (caller, cutOff) => {
      if (held.push(caller) >= 2) cutOff();
    };
    const ask = gate(async () => ada, allowance);
    expect(await ask(knock().connection)).toBe('let in');
    const [second, third] = [knock(), knock()];
    expect(await ask(second.connection)).toBe('Too many requests. Please try again later.');
    expect(await ask(third.connection)).toBe('Too many requests. Please try again later.');
    expect(held).toEqual(['ada', 'ada']);
    expect([second.conn.readyState, third.conn.readyState]).toEqual(['open', 'closed']);
  });

  it('admission keeps no slot for a connection that closed before it was recognized', async () => {
    const known = new EventEmitter().setMaxListeners(0);
    const ask = gate(() => new Promise((resolve) => known.once('known', () => resolve(ada))));
    const gone = Array.from({ length: MOST }, knock);
    const answers = gone.map(({ connection }) => ask(connection));
    for (const { conn } of gone) conn.close();
    known.emit('known');
    await Promise.all(answers);
    const next = ask(knock().connection);
    known.emit('known');
    expect(await next).toBe('let in');
  });
});

describe('an unknown token', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const ENDED = 'Your session has ended. Please log in again.';
  const looksFor = async (allowance: Allowance, knocked = knock(), told = ENDED): Promise<number> => {
    let looks = 0;
    const ask = gate(async () => {
      looks += 1;
      return undefined;
    }, allowance);
    const answer = ask(knocked.connection);
    await vi.runAllTimersAsync();
    expect(await answer).toBe(told);
    return looks;
  };

  it('an unknown token is looked up a few times, within its address’s rate limit (SAFE-06)', async () => {
    expect(await looksFor(allowanceOf(1000))).toBe(5);
    const later = 'Too many requests. Please try again later.';
    expect(await looksFor(allowanceOf(2), knock(), later)).toBe(3);
    const spent = allowanceOf(1);
    spent.take('10.0.0.1');
    expect(await looksFor(spent, knock(), later)).toBe(1);
  });

  it('an unknown token is not looked up for a closed connection', async () => {
    const knocked = knock();
    knocked.conn.close();
    expect(await looksFor(allowanceOf(1000), knocked)).toBe(0);
  });

  it('an unknown token is recognized once its session becomes known', async () => {
    let looks = 0;
    const ask = gate(async () => {
      looks += 1;
      return looks === 3 ? ada : undefined;
    });
    const answer = ask(knock().connection);
    await vi.runAllTimersAsync();
    expect(await answer).toBe('let in');
  });
});
