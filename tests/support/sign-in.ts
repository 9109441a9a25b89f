import { Client, lastCode, type Reachable } from './product.ts';

/** Longer than the wait between two codes to one number, in milliseconds. */
const COOLDOWN = 31_000;

type Elsewhere = {
  readonly userAgent?: string;
  /** Network address; a fresh one when absent. */
  readonly address?: string;
};

/** Signs the person with this number in, in another browser. */
export const signInElsewhere = async (
  product: Reachable,
  clock: { moveOn(milliseconds: number): void },
  phoneNumber: string,
  { userAgent, address }: Elsewhere = {},
): Promise<Client> => {
  clock.moveOn(COOLDOWN);
  const client = new Client(product);
  if (address !== undefined) client.address = address;
  await client.must('login', { body: { phoneNumber } });
  const verificationCode = await lastCode(product, phoneNumber);
  const headers: Record<string, string> = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const { token, user } = await client.must('verifyLogin', { body: { phoneNumber, verificationCode }, headers });
  client.token = token;
  client.userId = user._id;
  return client;
};
