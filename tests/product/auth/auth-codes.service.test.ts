import { limits } from '@quorum/contracts/kernel/limits.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logOf } from '../../support/log-of.ts';
import {
  Client,
  freshPhone,
  lastCode,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';
import { COOLDOWN } from '../../support/sign-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: ReturnType<typeof movableClock>;
let product: Product;
beforeEach(async () => {
  clock = movableClock();
  product = await startProduct({}, clock);
});
afterEach(() => product.stop());

const wrongGuesses = (code: string, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, n) => String(n).padStart(6, '0'))
    .filter((guess) => guess !== code)
    .slice(0, count);

const countTypes = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { type } of await logOf(product.dataDir)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

describe('verification codes', () => {
  it('verification codes accept five of 100 parallel guesses for checking, and then not even the right code (SAFE-03, AUTH-38)', async () => {
    const phoneNumber = freshPhone();
    const client = new Client(product);
    await client.must('signup', { body: { phoneNumber } });
    const code = await lastCode(product, phoneNumber);

    const guesses = wrongGuesses(code, 100);
    const answers = await Promise.all(
      guesses.map((verificationCode) =>
        new Client(product).call('verifySignup', { body: { phoneNumber, verificationCode } }),
      ),
    );

    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
    expect((await countTypes()).CodeRejected).toBe(5);
    const right = await client.call('verifySignup', { body: { phoneNumber, verificationCode: code } });
    expect([right.status, right.error]).toEqual([429, 'Too many wrong codes. Please request a new one.']);

    await product.restart();
    expect((await client.call('verifySignup', { body: { phoneNumber, verificationCode: code } })).status).toBe(429);
  });

  it('verification codes cannot be guessed endlessly by requesting new ones (SAFE-03)', async () => {
    const phoneNumber = freshPhone();
    let judged = 0;
    for (let sends = 0; sends < 4; sends++) {
      await new Client(product).call('signup', { body: { phoneNumber } });
      const code = await lastCode(product, phoneNumber);
      for (const verificationCode of wrongGuesses(code, 6)) {
        const { status } = await new Client(product).call('verifySignup', { body: { phoneNumber, verificationCode } });
        if (status === 400) judged += 1;
      }
      clock.moveOn(COOLDOWN);
    }
    expect(judged).toBe(10);
  });

  it('verification codes are sent to a number at most once in 30 s, 5 times an hour and 10 a day, even across a restart (SAFE-03)', async () => {
    const phoneNumber = freshPhone();
    const send = () => new Client(product).call('signup', { body: { phoneNumber } });
    const burst = await Promise.all(Array.from({ length: 200 }, send));
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = burst.find(({ status }) => status === 429);
    expect(refused?.error).toMatch(/^Please wait (29|30) seconds before requesting a new code$/);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(29);

    const inAnHour = 1 + (await sendsUntilRefused(send));
    expect(inAnHour).toBe(5);
    await product.restart();
    expect((await send()).error).toBe('Too many codes were requested. Please try again later.');

    clock.moveOn(HOUR);
    expect(await sendsUntilRefused(send)).toBe(5);
    await product.restart();
    clock.moveOn(HOUR);
    const last = await send();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(20 * 3600);
    clock.moveOn(24 * HOUR);
    expect((await send()).status).toBe(200);
    expect((await countTypes()).CodeSent).toBe(11);
  });

  const sendsUntilRefused = async (send: () => Promise<{ status: number }>): Promise<number> => {
    for (let sent = 0; ; sent++) {
      clock.moveOn(30_001);
      if ((await send()).status !== 200) return sent;
    }
  };

  it('verification codes are sent ten times an hour per address, whatever the numbers, even across a restart (SAFE-03)', async () => {
    const client = new Client(product);
    const send = () => client.call('signup', { body: { phoneNumber: freshPhone() } });
    const statuses = (await Promise.all(Array.from({ length: 30 }, send))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    await product.restart();
    const refused = await send();
    expect([refused.status, refused.error]).toEqual([429, 'Too many codes were requested. Please try again later.']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await new Client(product).call('signup', { body: { phoneNumber: freshPhone() } })).status).toBe(200);
    clock.moveOn(HOUR);
    expect((await send()).status).toBe(200);
  });

  it('verification codes are limited by the real address despite a forged header (SAFE-03)', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const client = new Client(product);
      client.address = `203.0.113.${n}, 198.51.100.7`;
      statuses.push((await client.call('signup', { body: { phoneNumber: freshPhone() } })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  it('verification codes are valid for ten minutes and once (AUTH-38, SAFE-03)', async () => {
    const phoneNumber = freshPhone();
    const client = new Client(product);
    await client.must('signup', { body: { phoneNumber } });
    const late = await lastCode(product, phoneNumber);
    clock.moveOn(10 * MINUTE);
    const expired = await client.call('verifySignup', { body: { phoneNumber, verificationCode: late } });
    expect([expired.status, expired.error]).toEqual([400, 'This code has expired. Please request a new one.']);

    await client.must('signup', { body: { phoneNumber } });
    const code = await lastCode(product, phoneNumber);
    clock.moveOn(10 * MINUTE - 1000);
    await client.must('verifySignup', { body: { phoneNumber, verificationCode: code } });

    await client.must('login', { body: { phoneNumber } });
    const again = await client.call('verifyLogin', { body: { phoneNumber, verificationCode: code } });
    expect(again.status).toBe(400);
    const loginCode = await lastCode(product, phoneNumber);
    await client.must('verifyLogin', { body: { phoneNumber, verificationCode: loginCode } });
    expect((await client.call('verifyLogin', { body: { phoneNumber, verificationCode: loginCode } })).status).toBe(400);
  });

  it('verification codes are in the log, like numbers, only as keyed hashes (SAFE-03, SAFE-01)', async () => {
    const phoneNumber = freshPhone();
    await new Client(product).must('signup', { body: { phoneNumber } });
    const code = await lastCode(product, phoneNumber);
    const sent = (await logOf(product.dataDir)).find(({ type }) => type === 'CodeSent');
    const { codeHash, salt, expiresAt } = JSON.parse(sent?.data ?? '{}') as Record<string, string>;
    expect(codeHash).toHaveLength(43);
    expect(salt).toHaveLength(22);
    expect(Date.parse(expiresAt ?? '') - Date.parse(sent?.recordedAt ?? '')).toBeGreaterThan(
      limits.codeLifetime - 1000,
    );
    const everything = JSON.stringify(await logOf(product.dataDir));
    expect(everything).not.toContain(phoneNumber.slice(2));
    expect(everything).not.toMatch(new RegExp(`"${code}"`));
  });
});

describe('signing in', () => {
  it('attempts to sign in are refused after 30 unknown numbers, so that they do not reveal which numbers have an account (SAFE-03)', async () => {
    const client = new Client(product);
    const try30 = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 30; tries++)
        statuses.push((await client.call('login', { body: { phoneNumber: freshPhone() } })).status);
      return statuses;
    };
    expect(new Set(await try30())).toEqual(new Set([404]));
    const refused = await client.call('login', { body: { phoneNumber: freshPhone() } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await new Client(product).call('login', { body: { phoneNumber: freshPhone() } })).status).toBe(404);
  });

  it('codes never sent and requests for a taken number are refused after 30 tries, so that they do not reveal accounts (SAFE-03)', async () => {
    const taken = freshPhone();
    const person = await signUp(product, { phone: taken });
    const guess = { verificationCode: '123456' };
    const tries = {
      login: (client: Client, phone: string) => client.call('verifyLogin', { body: { phoneNumber: phone, ...guess } }),
      signup: (client: Client, phone: string) =>
        client.call('verifySignup', { body: { phoneNumber: phone, ...guess } }),
      change: (client: Client, _: string) => client.call('updatePhone', { body: { phoneNumber: taken } }),
    };
    for (const attempt of [tries.login, tries.signup]) {
      const stranger = new Client(product);
      for (let n = 0; n < 15; n++) {
        expect((await attempt(stranger, freshPhone())).status).toBeLessThan(429);
        expect((await attempt(stranger, taken)).status).toBeLessThan(429);
      }
      // Whether the number is taken or not.
      expect((await attempt(stranger, freshPhone())).status).toBe(429);
      expect((await attempt(stranger, taken)).status).toBe(429);
    }
    const other = await signUp(product);
    for (let n = 0; n < 30; n++) expect((await tries.change(other, taken)).status).toBe(409);
    expect((await tries.change(other, taken)).status).toBe(429);
    expect((await person.call('me')).status).toBe(200);
  });

  it('signing up and in say whether a number has an account, in any form of the number (AUTH-01, AUTH-12, API-07, API-23, API-24, ERR-01, ERR-03, LIMIT-03)', async () => {
    const phoneNumber = freshPhone();
    const client = new Client(product);
    const unknown = await client.call('login', { body: { phoneNumber } });
    expect([unknown.status, unknown.error]).toEqual([404, 'Account not found. Please sign up first.']);

    const begun = await client.must('signup', { body: { phoneNumber: phoneNumber.slice(2) } });
    expect(begun).toMatchObject({ userExists: false });
    await client.must('verifySignup', {
      body: { phoneNumber, verificationCode: await lastCode(product, phoneNumber) },
    });

    const taken = await client.call('signup', { body: { phoneNumber } });
    expect([taken.status, taken.error]).toEqual([409, 'Account already exists. Please sign in instead.']);
    clock.moveOn(COOLDOWN);
    const login = await client.must('login', {
      body: { phoneNumber: `(${phoneNumber.slice(2, 5)}) ${phoneNumber.slice(5, 8)}-${phoneNumber.slice(8)}` },
    });
    expect(login).toMatchObject({ userExists: true });
  });

  it('signing in answers a verified code with token and user, and recognizes the token from then on (API-25, API-26, API-06, API-04, API-01)', async () => {
    const phoneNumber = freshPhone();
    const client = await signUp(product, { phone: phoneNumber, complete: false });
    const { user } = await client.must('me');
    expect(user).toMatchObject({
      _id: client.userId,
      id: client.userId,
      firstName: '',
      lastName: '',
      email: '',
      phoneNumber,
      profilePictureUrl: null,
      profileComplete: false,
    });
    expect(user.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

    clock.moveOn(COOLDOWN);
    const other = new Client(product);
    await other.must('login', { body: { phoneNumber } });
    const verified = await other.must('verifyLogin', {
      body: { phoneNumber, verificationCode: await lastCode(product, phoneNumber) },
    });
    expect(verified.user).toEqual(user);
    expect(verified.token).not.toBe(client.token);
    expect(verified.token).toMatch(/^[\w-]{43}$/);
  });

  it('two concurrent sign-ups create one account (CQRS-03)', async () => {
    const phoneNumber = freshPhone();
    const clients = Array.from({ length: 20 }, () => new Client(product));
    await clients[0]?.must('signup', { body: { phoneNumber } });
    const verificationCode = await lastCode(product, phoneNumber);
    const answers = await Promise.all(
      clients.map((client, n) =>
        client.call('verifySignup', {
          body: { phoneNumber, verificationCode },
          headers: { 'idempotency-key': `sign-up-${n}` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await countTypes()).UserRegistered).toBe(1);
  });

  it('signing in gives the reason for refusing a code (ERR-04, ERR-05, ERR-06, API-03)', async () => {
    const phoneNumber = freshPhone();
    const client = new Client(product);
    await client.must('signup', { body: { phoneNumber } });
    const [wrong = ''] = wrongGuesses(await lastCode(product, phoneNumber), 1);
    const verify = await client.call('verifySignup', { body: { phoneNumber, verificationCode: wrong } });
    expect([verify.status, verify.error]).toEqual([400, 'That code isn’t right. Check it and try again.']);
    const resend = await client.call('signup', { body: { phoneNumber } });
    expect(resend.status).toBe(429);
    expect(resend.error).toMatch(/^Please wait \d+ seconds before requesting a new code$/);
    const unsent = await client.call('verifyLogin', {
      body: { phoneNumber: freshPhone(), verificationCode: '123456' },
    });
    expect(unsent.status).toBe(404);
  });

  it('signing in says that a newer code was sent when the one before is entered, which costs no try', async () => {
    const phoneNumber = freshPhone();
    const client = new Client(product);
    await client.must('signup', { body: { phoneNumber } });
    const first = await lastCode(product, phoneNumber);
    clock.moveOn(COOLDOWN);
    await client.must('signup', { body: { phoneNumber } });
    const second = await lastCode(product, phoneNumber);
    for (let tried = 0; tried < 6; tried++) {
      const { status, error } = await client.call('verifySignup', { body: { phoneNumber, verificationCode: first } });
      expect([status, error]).toEqual([400, 'A newer code was sent. Please enter that one.']);
    }
    await client.must('verifySignup', { body: { phoneNumber, verificationCode: second } });
  });

  it('signing in keeps a session for thirty days (SAFE-03)', async () => {
    const client = await signUp(product);
    clock.moveOn(30 * 24 * HOUR - MINUTE);
    expect((await client.call('me')).status).toBe(200);
    clock.moveOn(2 * MINUTE);
    for (const name of ['me', 'completeProfile'] as const) {
      const refused = await client.call(name);
      expect([refused.status, refused.error]).toEqual([401, 'Your session has ended. Please log in again.']);
    }
  });
});
