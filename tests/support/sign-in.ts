import { Client, lastCode, type Reachable } from './product.ts';

/** Milliseconds beyond the wait between two codes to one number. */
export const COOLDOWN = 31_000;

type MovableClock = { moveOn(milliseconds: number): void };

/** Sends a code that logs in the person with this number. */
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
  /** Network address; a new one if absent. */
  readonly address?: string;
};

/** Signs in the person with this number in another browser. */
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
