import { Client, lastCode, type Reachable } from './product.ts';

/** Longer than the wait between two codes to one number, in milliseconds. */
export const COOLDOWN = 31_000;

type MovableClock = { moveOn(milliseconds: number): void };

/** The code that logs the person with this number in, sent now. */
export const freshCode = async (
  product: Reachable,
  clock: MovableClock,
  phoneNumber: string,
  client = new Client(product),
): Promise<string> => {
  clock.moveOn(COOLDOWN);
  await client.must('login', { body: { phoneNumber } });
  return lastCode(product, phoneNumber);
};

type Elsewhere = {
  readonly userAgent?: string;
  /** Network address; a fresh one when absent. */
  readonly address?: string;
};

/** Signs the person with this number in, in another browser. */
export const signInElsewhere = async (
  product: Reachable,
  clock: MovableClock,
  phoneNumber: string,
  { userAgent, address }: Elsewhere = {},
): Promise<Client> => {
  const client = new Client(product);
  if (address !== undefined) client.address = address;
  const verificationCode = await freshCode(product, clock, phoneNumber, client);
  const headers: Record<string, string> = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const { token, user } = await client.must('verifyLogin', { body: { phoneNumber, verificationCode }, headers });
  client.token = token;
  client.userId = user._id;
  return client;
};
