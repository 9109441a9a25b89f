import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { confirmGuess } from '../../support/guess-attack.ts';
import { logOf } from '../../support/log-of.ts';
import {
  Client,
  createGroup,
  freshPhone,
  joinGroup,
  lastCode,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';
import { COOLDOWN } from '../../support/sign-in.ts';

const HOUR = 3_600_000;
let clock: ReturnType<typeof movableClock>;
let product: Product;
beforeEach(async () => {
  clock = movableClock();
  product = await startProduct(adminEnvironment, clock);
});
afterEach(() => product.stop());

const keyed = (key: string) => ({ 'idempotency-key': key });

/** Signs up with a key on every call, like the pages. */
const signUpWithKeys = async (client: Client, phone: string): Promise<void> => {
  await client.must('signup', { body: { phoneNumber: phone }, headers: keyed(`signup ${client.address}`) });
  const body = { phoneNumber: phone, verificationCode: await lastCode(product, phone) };
  const { token, user } = await client.must('verifySignup', { body, headers: keyed(`verify ${client.address}`) });
  client.token = token;
  client.userId = user._id;
};

const complete = async (person: Client): Promise<void> => {
  await person.must('updateEmail', { body: { email: 'robin@example.org' } });
  await person.must('updateName', { body: { firstName: 'Robin', lastName: 'Vale' } });
  await person.must('completeProfile');
};

/** Moves an account to another number. */
const changeNumber = async (client: Client, current: string, phone: string): Promise<void> => {
  await client.must('updatePhone', { body: { phoneNumber: phone } });
  const [currentCode, verificationCode] = [await lastCode(product, current), await lastCode(product, phone)];
  await client.must('updatePhone', { body: { phoneNumber: phone, verificationCode, currentCode } });
};

/** Waits until the erasure has done its work. */
const unconfirmed = (guess: string, codes: readonly string[] = []): Promise<void> =>
  vi.waitFor(async () => expect(await confirmGuess(product.dataDir, guess, codes)).toEqual([]), 60_000);

it('nothing in the data folder confirms a guess of an erased number, even with the master key (SAFE-14)', async () => {
  const phone = freshPhone();
  const person = new Client(product);
  await signUpWithKeys(person, phone);
  // While the account exists, its number must be found: this shows that the attack works.
  expect(await confirmGuess(product.dataDir, phone)).not.toEqual([]);

  await person.must('deleteAccount');
  await unconfirmed(phone);

  // The next account with the number has another name.
  const next = new Client(product);
  await signUpWithKeys(next, phone);
  expect(next.userId).not.toBe(person.userId);
  const keys = (await logOf(product.dataDir)).flatMap(({ type, data }) =>
    type === 'UserRegistered' ? [(JSON.parse(data) as { phoneKey: string }).phoneKey] : [],
  );
  expect(new Set(keys).size).toBe(2);
});

it("an account's previous number is not confirmed once the account is deleted (SAFE-14)", async () => {
  const [before, after] = [freshPhone(), freshPhone()];
  const person = new Client(product);
  await signUpWithKeys(person, before);
  await complete(person);
  await changeNumber(person, before, after);
  await person.must('deleteAccount');
  await unconfirmed(before);
  await unconfirmed(after);
});

it('a number that an account requested or had pending is not confirmed once the account is deleted (SAFE-14)', async () => {
  const [own, asked, awaited] = [freshPhone(), freshPhone(), freshPhone()];
  const person = new Client(product);
  await signUpWithKeys(person, own);
  await complete(person);
  await person.must('updatePhone', { body: { phoneNumber: asked } });
  clock.moveOn(COOLDOWN);
  await person.must('updatePhone', { body: { phoneNumber: awaited } });
  await person.must('updatePhone', {
    body: { phoneNumber: awaited, verificationCode: await lastCode(product, awaited) },
  });
  for (const phone of [asked, awaited]) expect(await confirmGuess(product.dataDir, phone)).not.toEqual([]);
  await person.must('deleteAccount');
  await unconfirmed(asked);
  await unconfirmed(awaited);
});

it('nothing stored about a number reveals who asked for it before its present owner (SAFE-14)', async () => {
  const phone = freshPhone();
  const asking = await signUp(product);
  await asking.must('updatePhone', { body: { phoneNumber: phone } });
  clock.moveOn(COOLDOWN);
  const next = await signUp(product, { phone });
  const log = await logOf(product.dataDir);
  const registered = log.find(({ type, data }) => type === 'UserRegistered' && data.includes(next.userId));
  const { phoneKey } = JSON.parse(registered?.data ?? '{}') as { phoneKey: string };
  const underName = log.filter(({ stream, data }) => stream.includes(phoneKey) || data.includes(phoneKey));
  expect(underName.map(({ type }) => type)).toContain('PhoneClaimed');
  for (const { data, metadata } of underName) expect(`${data} ${metadata}`).not.toContain(asking.userId);
});

it('a number abandoned when the process died goes to the next account under another name (SAFE-14)', async () => {
  await product.stop();
  let isDying = false;
  product = await startProduct({}, clock, (engines) => {
    const append: typeof engines.events.append = async (stream, appended, ...rest) => {
      if (isDying && appended.some(({ type }) => type === 'PhoneReleased')) throw new Error('the process has died');
      return engines.events.append(stream, appended, ...rest);
    };
    const events = new Proxy(engines.events, {
      get: (target, name) => {
        const value: unknown = name === 'append' ? append : Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...engines, events };
  });
  const [before, after] = [freshPhone(), freshPhone()];
  const person = await signUp(product, { phone: before });
  isDying = true;
  await expect(changeNumber(person, before, after)).rejects.toThrow('500');
  isDying = false;
  clock.moveOn(61_000);
  const next = await signUp(product, { phone: before });
  const names = (await logOf(product.dataDir)).flatMap(({ type, data }) =>
    type === 'UserRegistered' ? [JSON.parse(data) as { userId: string; phoneKey: string }] : [],
  );
  expect(names.map(({ userId }) => userId)).toEqual([person.userId, next.userId]);
  expect(new Set(names.map(({ phoneKey }) => phoneKey)).size).toBe(2);
});

it('no record of wrong codes confirms a number, even while it is in use (SAFE-14)', async () => {
  const phone = freshPhone();
  const person = new Client(product);
  await signUpWithKeys(person, phone);
  clock.moveOn(COOLDOWN);
  await person.must('login', { body: { phoneNumber: phone }, headers: keyed('code') });
  const verificationCode = (await lastCode(product, phone)) === '000000' ? '000001' : '000000';
  const stranger = new Client(product);
  const wrong = await stranger.call('verifyLogin', {
    body: { phoneNumber: phone, verificationCode },
    headers: keyed('a wrong code'),
  });
  expect(wrong.status).toBe(400);
  await person.must('deleteAccount');
  await unconfirmed(phone, [verificationCode]);
});

it('nothing confirms the network address of an erased person after its last hour (SAFE-14)', async () => {
  const phone = freshPhone();
  const person = new Client(product);
  await signUpWithKeys(person, phone);
  await complete(person);
  const { sixDigitCode } = await createGroup(person);
  const code = String((Number(sixDigitCode) + 1) % 1_000_000).padStart(6, '0');
  expect((await person.call('previewGroup', { params: { code } })).status).toBe(404);
  expect(await confirmGuess(product.dataDir, person.address)).not.toEqual([]);
  await person.must('deleteAccount');
  clock.moveOn(2 * HOUR);
  await product.restart();
  await unconfirmed(person.address);
});

it('nothing confirms the network address of a banned person, although their number is still known (SAFE-14)', async () => {
  const phone = freshPhone();
  const person = await signUp(product, { phone });
  const reporter = await signUp(product);
  const { group, inviteCode } = await createGroup(reporter);
  await joinGroup(person, inviteCode);
  const { message } = await person.must('sendMessage', { body: { groupId: group._id, content: 'Pay me' } });
  const body = { messageId: message._id, reason: 'harassment' };
  const { report } = await reporter.must('report', { body });
  const admin = new Administrator(product);
  await admin.must('reviewReport', { body: { reportId: report._id, action: 'ban_user' } });
  await expect.poll(async () => (await person.call('me')).status).toBe(401);
  clock.moveOn(2 * HOUR);
  await product.restart();
  expect((await new Client(product).call('login', { body: { phoneNumber: phone } })).status).toBe(403);
  await unconfirmed(person.address);
});
