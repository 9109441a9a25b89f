import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { confirmGuess } from '../../support/guess-attack.ts';
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

let product: Product | undefined;
afterEach(() => product?.stop());

const ask = (running: Product, phoneNumber: string) => new Client(running).call('signup', { body: { phoneNumber } });
const sentTo = async ({ origin }: Product, phoneNumber: string): Promise<number> => {
  const response = await fetch(`${origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`);
  return ((await response.json()) as { messages: unknown[] }).messages.length;
};
const metric = async ({ origin }: Product, name: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};
const shareUsed = (running: Product) => metric(running, 'quorum_sms_budget_used_ratio');

/** Log lines about the budget, in order; complete once the product has stopped. */
const saidOfBudget = async ({ dataDir }: Product): Promise<{ msg: string; share?: number }[]> => {
  const lines = (await readFile(join(dataDir, 'logs', 'quorum.log'), 'utf8')).trim().split('\n');
  const said = lines.map((line) => JSON.parse(line) as { msg: string; level: string; share?: number });
  return said.filter(({ msg, level }) => level === 'warn' && msg.includes('budget'));
};

describe('a code', () => {
  it('a code is sent only to area codes of the United States and its territories (SAFE-13)', async () => {
    product = await startProduct();
    for (const area of ['876', '809', '900', '000', '800', '416', '242']) {
      const phone = `+1${area}5550123`;
      expect(await ask(product, phone)).toMatchObject({
        status: 400,
        error: 'Please use a phone number from the United States. We cannot send a code to this one.',
      });
      expect(await sentTo(product, phone)).toBe(0);
    }
    for (const area of ['212', '787', '671']) {
      const phone = `+1${area}5550123`;
      expect((await ask(product, phone)).status).toBe(200);
      expect(await sentTo(product, phone)).toBe(1);
    }
  });

  it('a code for a changed number is sent only there (SAFE-13)', async () => {
    product = await startProduct();
    const ada = await signUp(product);
    const { status } = await ada.call('updatePhone', { body: { phoneNumber: '+18765550123' } });
    expect(status).toBe(400);
    expect(await sentTo(product, '+18765550123')).toBe(0);
  });
});

describe('codes to a number', () => {
  it('codes to a number are limited to twenty a day, even if accounts that requested them are deleted in between', async () => {
    const clock = movableClock();
    product = await startProduct({}, clock);
    const victim = freshPhone();
    for (let account = 0; account < 5; account++) {
      const before = await sentTo(product, victim);
      const asking = await signUp(product);
      for (let asked = 0; asked < 5; asked++) {
        await asking.call('updatePhone', { body: { phoneNumber: victim } });
        clock.moveOn(COOLDOWN);
      }
      const sent = (await sentTo(product, victim)) - before;
      if (account === 4) return expect(sent).toBe(0);
      expect(sent).toBe(5);
      await asking.must('deleteAccount');
      // Until the number's own limits have expired.
      await vi.waitFor(async () => expect(await confirmGuess(product?.dataDir ?? '', victim)).toEqual([]), 60_000);
    }
  });
});

describe('the budget of text messages', () => {
  it('the budget of text messages counts a warning without a trace of the number that was warned (SAFE-14)', async () => {
    const clock = movableClock();
    product = await startProduct({ SMS_PER_HOUR: '100', SMS_PER_DAY: '100' }, clock);
    const [before, after] = [freshPhone(), freshPhone()];
    const leaving = await signUp(product, { phone: before });
    await leaving.call('updatePhone', { body: { phoneNumber: after } });
    const verificationCode = await lastCode(product, after);
    const { status } = await leaving.call('updatePhone', { body: { phoneNumber: after, verificationCode } });
    expect(status).toBe(202);
    await leaving.must('deleteAccount');
    clock.moveOn(48 * 3_600_000);
    await vi.waitFor(async () => expect(await confirmGuess(product?.dataDir ?? '', before)).toEqual([]), 60_000);
  });

  it('the budget of text messages holds for the whole product and across a restart, and resets with the hour (SAFE-13)', async () => {
    const clock = movableClock();
    // Half past an hour, so that no hour ends meanwhile.
    clock.moveOn(3_600_000 - (clock.now() % 3_600_000) + 1_800_000);
    product = await startProduct({ SMS_PER_HOUR: '5', SMS_PER_DAY: '100' }, clock);
    for (let count = 0; count < 4; count++) expect((await ask(product, freshPhone())).status).toBe(200);
    expect(await shareUsed(product)).toBe(0.8);
    await product.restart();
    expect((await ask(product, freshPhone())).status).toBe(200);

    const phone = freshPhone();
    const refused = await ask(product, phone);
    expect(refused).toMatchObject({
      status: 503,
      error: 'No more text messages can be sent for now. Please try again later.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sentTo(product, phone)).toBe(0);
    expect(await shareUsed(product)).toBe(1);

    clock.moveOn(3_600_000);
    // Refused messages did not count for the number.
    expect((await ask(product, phone)).status).toBe(200);
  });

  /** Requests one text more than an hour's budget of five. @returns the product, and what `look` saw after each. */
  const spendAll = async <T>(look: (running: Product) => Promise<T>): Promise<{ running: Product; seen: T[] }> => {
    const clock = movableClock();
    clock.moveOn(3_600_000 - (clock.now() % 3_600_000) + 1_800_000);
    const running = await startProduct({ SMS_PER_HOUR: '5', SMS_PER_DAY: '100' }, clock);
    product = running;
    const seen: T[] = [];
    for (let count = 0; count < 6; count++) {
      await ask(running, freshPhone());
      seen.push(await look(running));
    }
    return { running, seen };
  };

  it('the budget of text messages raises a warning in the metrics from 80 % on, beside the share used (SAFE-13)', async () => {
    const { seen } = await spendAll(async (running) => [
      await shareUsed(running),
      await metric(running, 'quorum_sms_budget_warning'),
    ]);
    expect(seen).toEqual([
      [0.2, 0],
      [0.4, 0],
      [0.6, 0],
      [0.8, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('the budget of text messages raises a warning in the log from 80 % on, and another one when it is used up (SAFE-13)', async () => {
    const { running: product } = await spendAll(async () => undefined);
    // Pending lines are written when it stops.
    await product.restart();
    expect((await saidOfBudget(product)).map(({ msg, share }) => [msg, share])).toEqual([
      ['most of the budget of text messages is used', 0.8],
      ['most of the budget of text messages is used', 1],
      ['the budget of text messages is spent', undefined],
    ]);
  });

  it('the budget of text messages for a day is shared by all its hours (SAFE-13)', async () => {
    const clock = movableClock();
    clock.moveOn(86_400_000 - (clock.now() % 86_400_000) + 1_800_000);
    product = await startProduct({ SMS_PER_HOUR: '2', SMS_PER_DAY: '3' }, clock);
    const statuses: number[] = [];
    for (let hour = 0; hour < 2; hour++) {
      for (let count = 0; count < 2; count++) statuses.push((await ask(product, freshPhone())).status);
      clock.moveOn(3_600_000);
    }
    expect(statuses).toEqual([200, 200, 200, 503]);
    clock.moveOn(86_400_000);
    expect((await ask(product, freshPhone())).status).toBe(200);
  });
});
