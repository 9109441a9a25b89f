import { describe, expect, it } from 'vitest';
import { Client, freshPhone, lastCode, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { COOLDOWN, freshCode } from '../../support/sign-in.ts';

const clock = movableClock();
const product = sharedProduct({}, clock);

const HOUR = 3_600_000;
const wrongOf = (code: string, n: number): string => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0');

/** Five wrong guesses at the code of a new account. @returns the answers. */
const guessFive = async (stranger: Client): Promise<number[]> => {
  const phoneNumber = freshPhone();
  await signUp(product, { phone: phoneNumber });
  const code = await freshCode(product, clock, phoneNumber);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    const body = { phoneNumber, verificationCode: wrongOf(code, n) };
    statuses.push((await stranger.call('verifyLogin', { body })).status);
  }
  return statuses;
};

/** Requests a code for the number and guesses at it, until both are refused. @returns the number of checked guesses. */
const guessAway = async (stranger: Client, phoneNumber: string): Promise<number> => {
  let judged = 0;
  for (let rounds = 0; rounds < 12; rounds++) {
    clock.moveOn(COOLDOWN);
    const asked = await stranger.call('login', { body: { phoneNumber } });
    if (asked.status === 429) return judged;
    const code = await lastCode(product, phoneNumber);
    for (let n = 0; n < 6; n++) {
      const verificationCode = wrongOf(code, n);
      const { status } = await stranger.call('verifyLogin', { body: { phoneNumber, verificationCode } });
      if (status === 400) judged += 1;
    }
  }
  throw new Error('The stranger was never refused');
};

describe("a stranger's wrong codes", () => {
  it('wrong codes of a stranger do not lock out the owner of the number, neither in that hour nor that day (SAFE-03, SAFE-14)', async () => {
    const phoneNumber = freshPhone();
    const owner = await signUp(product, { phone: phoneNumber });
    for (let hours = 0; hours < 6; hours++) {
      expect(await guessAway(new Client(product), phoneNumber)).toBeLessThanOrEqual(10);
      clock.moveOn(HOUR);
    }
    expect((await new Client(product).call('login', { body: { phoneNumber } })).status).toBe(429);

    const again = new Client(product);
    again.address = owner.address;
    await again.must('login', { body: { phoneNumber } });
    const verificationCode = await lastCode(product, phoneNumber);
    expect((await again.call('verifyLogin', { body: { phoneNumber, verificationCode } })).status).toBe(200);
  });

  it('wrong codes of a stranger count against the address, whatever the numbers, until an hour is over (SAFE-03)', async () => {
    const stranger = new Client(product);
    const guess = async () => (await guessFive(stranger)).filter((status) => status === 400).length;
    const judged = [await guess(), await guess(), await guess(), await guess(), await guess()];
    expect(judged).toEqual([5, 5, 5, 5, 0]);
    await product.restart();
    expect(await guess()).toBe(0);
    clock.moveOn(HOUR);
    expect(await guess()).toBe(5);
  });

  it('wrong codes of a stranger count against the address across a change of the clock hour (SAFE-03)', async () => {
    const stranger = new Client(product);
    const statuses: number[] = [];
    // Ten minutes before the full hour, when the names of addresses change.
    clock.moveOn(HOUR - (clock.now() % HOUR) - 600_000 + HOUR);
    for (let round = 0; round < 5; round++) {
      if (round === 4) clock.moveOn(HOUR - (clock.now() % HOUR));
      statuses.push(...(await guessFive(stranger)));
    }
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(5).fill(429)]);
  });
});
