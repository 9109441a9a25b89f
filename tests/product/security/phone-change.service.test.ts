import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserView } from '@quorum/contracts/account/wire.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { Client, freshPhone, lastCode, movableClock, signUp, startProduct } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { COOLDOWN, signInElsewhere } from '../../support/sign-in.ts';

type AccountTold = Pick<UserView, 'phoneChange'>;

const HOUR = 3_600_000;
const clock = movableClock();
const product = sharedProduct({}, clock);

const textsTo = async (phoneNumber: string): Promise<string[]> => {
  const url = `${product.origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`;
  const { messages } = (await (await fetch(url)).json()) as { messages: { body: string }[] };
  return messages.map(({ body }) => body);
};
const phoneOf = async (client: Client) => (await client.must('me')).user.phoneNumber;
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

/** A person who requested another number, and the codes sent to both. */
const asking = async () => {
  const [before, after] = [freshPhone(), freshPhone()];
  const client = await signUp(product, { phone: before });
  const asked = await client.call('updatePhone', { body: { phoneNumber: after } });
  expect([asked.status, asked.body]).toEqual([202, { verificationRequired: true }]);
  const [currentCode, verificationCode] = [await lastCode(product, before), await lastCode(product, after)];
  return { before, after, client, currentCode, body: { phoneNumber: after, verificationCode } };
};

/** Like {@link asking}, without the current number. @returns the token of the stop link as well. */
const waiting = async () => {
  const asked = await asking();
  const scheduled = await asked.client.call('updatePhone', { body: asked.body });
  const { effectiveAt } = scheduled.body as { effectiveAt: string };
  expect([scheduled.status, Math.round((Date.parse(effectiveAt) - clock.now()) / HOUR)]).toEqual([202, 72]);
  const token = /\/stop-phone-change\?token=(\S+)/.exec((await textsTo(asked.before))[0] ?? '')?.[1] ?? '';
  return { ...asked, token, effectiveAt };
};

/** Waits for a check of due changes: another change, due a little later, has taken effect. */
const whenDue = async (): Promise<void> => {
  const witness = await waiting();
  clock.moveOn(72 * HOUR + 1000);
  await until(async () => (await phoneOf(witness.client)) === witness.after);
};

describe('a change of number', () => {
  it('a change of number sends a warning with a link whose host no header decides (SAFE-17)', async () => {
    const { client, before, body } = await asking();
    await client.call('updatePhone', { body, headers: { 'x-forwarded-host': 'evil.example' } });
    const [warning] = await textsTo(before);
    expect(warning).toContain(` http://localhost:${product.running.port}/stop-phone-change?token=`);
  });

  it('a change of number requires the codes of both numbers (OPEN-028)', async () => {
    const { before, after, client, currentCode, body } = await asking();
    for (const [wrong, error] of [
      [
        { ...body, currentCode: other(currentCode) },
        'The code for your current number isn’t right. Check it and try again.',
      ],
      [
        { ...body, currentCode, verificationCode: other(body.verificationCode) },
        'That code isn’t right. Check it and try again.',
      ],
    ] as const) {
      const refused = await client.call('updatePhone', { body: wrong });
      expect([refused.status, refused.error]).toEqual([400, error]);
      expect(await phoneOf(client)).toBe(before);
    }
    const changed = await client.must('updatePhone', { body: { ...body, currentCode } });
    expect(changed).toMatchObject({ user: { phoneNumber: after } });
    await until(async () => (await textsTo(before))[0]?.includes('was changed') === true);
  });

  it("a change of number cannot use the codes of another person's request (OPEN-028)", async () => {
    const [mine, theirs] = [await asking(), await asking()];
    const body = { ...mine.body, currentCode: theirs.currentCode };
    expect((await mine.client.call('updatePhone', { body })).status).toBe(400);
    expect(await phoneOf(mine.client)).toBe(mine.before);
  });
});

describe('requests for a change of number', () => {
  it('requests for a change of number send at most ten codes a day to other numbers for an account, from whatever address (OPEN-028)', async () => {
    const client = await signUp(product);
    const numbers = Array.from({ length: 12 }, freshPhone);
    for (const [nth, phoneNumber] of numbers.entries()) {
      client.address = `10.77.0.${nth}`;
      clock.moveOn(COOLDOWN);
      await client.call('updatePhone', { body: { phoneNumber } });
    }
    const texts = await Promise.all(numbers.map(textsTo));
    expect(texts.map(({ length }) => length)).toEqual([...Array(10).fill(1), 0, 0]);
    expect(await client.call('updatePhone', { body: { phoneNumber: freshPhone() } })).toMatchObject({
      status: 429,
      error: 'Too many codes were requested. Please try again later.',
    });
  });

  it('requests for a change of number that reveal whether numbers have an account are limited for an account, from whatever address', async () => {
    const client = await signUp(product);
    const phoneNumber = freshPhone();
    await signUp(product, { phone: phoneNumber });
    const ask = (nth: number) => {
      client.address = `10.78.0.${nth}`;
      return client.call('updatePhone', { body: { phoneNumber } });
    };
    for (let nth = 0; nth < 30; nth++) expect((await ask(nth)).status).toBe(409);
    expect((await ask(30)).status).toBe(429);
  });
});

describe('a change without the current number', () => {
  it('a change of number without the current one is stopped by the link of an earlier one that it replaced (OPEN-028)', async () => {
    const { client, before, token } = await waiting();
    clock.moveOn(COOLDOWN);
    const after = freshPhone();
    await client.call('updatePhone', { body: { phoneNumber: after } });
    const body = { phoneNumber: after, verificationCode: await lastCode(product, after) };
    expect((await client.call('updatePhone', { body })).status).toBe(202);
    await new Client(product).must('stopPhoneChange', { body: { token } });
    expect((await client.call('me')).status).toBe(401);
    expect(await phoneOf(await signInElsewhere(product, clock, before))).toBe(before);
    await whenDue();
  });

  it('a change of number without the current one takes effect after 72 hours, even across a restart (OPEN-028)', async () => {
    const { before, after, client } = await waiting();
    expect((await textsTo(before))[0]).toMatch(/will move to another phone number in 72 hours/);
    clock.moveOn(71 * HOUR);
    await product.restart();
    expect(await phoneOf(client)).toBe(before);
    clock.moveOn(HOUR + 1000);
    await until(async () => (await phoneOf(client)) === after);
    await until(async () => (await textsTo(before))[0]?.includes('was changed') === true);
    expect((await signInElsewhere(product, clock, after)).userId).toBe(client.userId);
  });

  it('a change of number without the current one is stopped by its link without a session, and by no other link (OPEN-028)', async () => {
    const { before, client, token } = await waiting();
    const stranger = new Client(product);
    const forged = await stranger.call('stopPhoneChange', { body: { token: `${token.slice(0, -1)}#` } });
    expect([forged.status, forged.error]).toEqual([404, 'This link is not valid']);
    expect(await stranger.must('stopPhoneChange', { body: { token } })).toEqual({ success: true });
    expect((await stranger.call('stopPhoneChange', { body: { token } })).status).toBe(200);
    await whenDue();
    const owner = await signInElsewhere(product, clock, before);
    expect(owner.userId).toBe(client.userId);
  });

  it('a change of number without the current one is not called cancelled by a link that comes too late (OPEN-028)', async () => {
    const { after, client, token } = await waiting();
    clock.moveOn(72 * HOUR + 1000);
    await until(async () => (await phoneOf(client)) === after);
    const late = await new Client(product).call('stopPhoneChange', { body: { token } });
    expect([late.status, late.error]).toEqual([404, 'This link is not valid']);
  });

  it('a change of number without the current one ends the session that asked for it once its link has stopped it (OPEN-028)', async () => {
    const { client, body, token } = await waiting();
    await new Client(product).must('stopPhoneChange', { body: { token } });
    expect((await client.call('updatePhone', { body: { phoneNumber: body.phoneNumber } })).status).toBe(401);
  });

  it('a change of number without the current one is stopped by signing in with the current number (OPEN-028)', async () => {
    const { before, client } = await waiting();
    await signInElsewhere(product, clock, before);
    await whenDue();
    expect(await phoneOf(client)).toBe(before);
  });

  it('a change of number without the current one does not take a number that now belongs to someone else (OPEN-028)', async () => {
    const { before, after, client } = await waiting();
    clock.moveOn(COOLDOWN);
    const rival = await signUp(product, { phone: after });
    await whenDue();
    expect([await phoneOf(client), await phoneOf(rival)]).toEqual([before, after]);
  });

  it('a change of number without the current one is checked from the very first start without an error in the log', async () => {
    await whenDue();
    const log = await readFile(join(product.dataDir, 'logs', 'quorum.log'), 'utf8').catch(() => '');
    expect(log).not.toMatch(/"level":"?(50|error)/);
  });
});

const pendingOf = async (client: Client) => (await client.must('me')).user.phoneChange;
const lastTwo = (phone: string) => phone.slice(-2);
const nothingWaits = [404, 'No change of your phone number is pending'];
const cancelled = async (client: Client) => {
  const { status, error } = await client.call('cancelPhoneChange');
  return [status, error];
};

describe('a pending change in the account', () => {
  it('a pending change of number shows the last digits of the new number and the time in the account, even after a restart (OPEN-028)', async () => {
    const { after, client, effectiveAt } = await waiting();
    expect(await pendingOf(client)).toEqual({ phoneNumber: lastTwo(after), effectiveAt });
    expect((await client.call('me')).body).not.toHaveProperty('user.waitingPhone');
    await product.restart();
    expect(await pendingOf(client)).toEqual({ phoneNumber: lastTwo(after), effectiveAt });
  });

  it('a pending change of number can be cancelled in the account and never takes effect (OPEN-028)', async () => {
    const { before, client } = await waiting();
    const { user } = await client.must('cancelPhoneChange');
    expect(user).toMatchObject({ _id: client.userId, phoneNumber: before });
    expect(user).not.toHaveProperty('phoneChange');
    expect(await pendingOf(client)).toBeUndefined();
    await whenDue();
    expect([await phoneOf(client), await pendingOf(client)]).toEqual([before, undefined]);
  });

  it('a pending change of number is reported to the open browsers of the account when it starts and when it is cancelled (OPEN-028)', async () => {
    const { after, client, body } = await asking();
    const browser = await FollowingClient.connect(product, client.token);
    const told = () =>
      browser.named('accountUpdated').map(({ user }) => (user as AccountTold).phoneChange?.phoneNumber);
    await client.must('updatePhone', { body });
    await browser.until(() => told().at(-1) === lastTwo(after));
    await client.must('cancelPhoneChange');
    await browser.until(() => told().length > 1 && told().at(-1) === undefined);
    browser.close();
  });

  it('a pending change of number can be cancelled by nobody else (OPEN-028)', async () => {
    const { after, client } = await waiting();
    expect(await cancelled(await signUp(product, { phone: freshPhone() }))).toEqual(nothingWaits);
    expect(await cancelled(new Client(product))).toEqual([401, 'Please log in']);
    expect((await pendingOf(client))?.phoneNumber).toBe(lastTwo(after));
    await whenDue();
    await until(async () => (await phoneOf(client)) === after);
  });

  it('a pending change of number cannot be cancelled by a session that has ended (OPEN-028)', async () => {
    const phone = freshPhone();
    const client = await signUp(product, { phone });
    const other = await signInElsewhere(product, clock, phone);
    clock.moveOn(COOLDOWN);
    const after = freshPhone();
    await client.must('updatePhone', { body: { phoneNumber: after } });
    const body = { phoneNumber: after, verificationCode: await lastCode(product, after) };
    await client.must('updatePhone', { body });
    await client.must('endOtherSessions');
    expect(await cancelled(other)).toEqual([401, 'Your session has ended. Please log in again.']);
    expect((await pendingOf(client))?.phoneNumber).toBe(lastTwo(after));
  });

  it('a change of number cannot be cancelled if none is pending, or after it was cancelled or took effect (OPEN-028)', async () => {
    const { client } = await waiting();
    await client.must('cancelPhoneChange');
    expect(await cancelled(client)).toEqual(nothingWaits);
    const late = await waiting();
    clock.moveOn(72 * HOUR + 1000);
    await until(async () => (await phoneOf(late.client)) === late.after);
    expect(await cancelled(late.client)).toEqual(nothingWaits);
    expect([await phoneOf(late.client), await pendingOf(late.client)]).toEqual([late.after, undefined]);
  });
});

it('cancelling a change counts against the rate limit of the account (SAFE-06)', async () => {
  // Frozen clock: rate limits do not refill on slow machines.
  const now = Date.now();
  const slow = await startProduct({ REQUEST_RATE: '20' }, { now: () => now });
  const client = await signUp(slow);
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.call('cancelPhoneChange')));
  const refused = answers.filter(({ status }) => status === 429);
  await slow.stop();
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
