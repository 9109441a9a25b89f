import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { normalizePhone } from '@quorum/contracts/text/phone.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { answerUser } from '../account/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { PhoneContext } from '../handling/context.ts';
import {
  type Caller,
  requestLoginCode,
  requestSignupCode,
  type SignedIn,
  verifyLogin,
  verifySignup,
} from './sign-in.ts';

/** Listed before browsers whose name they also contain. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

const nameIn = (userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([form]) => form.test(userAgent))?.[1];

/** A readable name for the browser behind a `User-Agent`, such as `Chrome on Windows`. Empty if not recognized. */
export const deviceOf = (userAgent: string): string =>
  [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter((name) => name !== undefined).join(' on ');

const callerOf = ({ address, repeatKey, raw }: Call<'verifyLogin' | 'verifySignup'>): Caller => ({
  address,
  repeatKey,
  device: deviceOf(raw.request.headers['user-agent'] ?? ''),
});

const replySent = async (userExists: boolean, command: Promise<{ readonly position: string } | Refusal>) => {
  const sent = await command;
  if (isRefusal(sent)) return sent;
  return { body: { userExists, message: 'Verification code sent' }, position: sent.position };
};

export const authHandlers = (context: PhoneContext) => {
  const replySignedIn = async (command: Promise<SignedIn | Refusal>) => {
    const signedIn = await command;
    if (isRefusal(signedIn)) return signedIn;
    const { token, user, position } = signedIn;
    return { body: { token, user: await answerUser(context, user) }, position };
  };
  return {
    login: (call) => replySent(true, requestLoginCode(context, call.body.phoneNumber, call.address, metadataOf(call))),
    signup: (call) =>
      replySent(false, requestSignupCode(context, call.body.phoneNumber, call.address, metadataOf(call))),
    verifyLogin: (call) => replySignedIn(verifyLogin(context, call.body, callerOf(call), metadataOf(call))),
    verifySignup: (call) => replySignedIn(verifySignup(context, call.body, callerOf(call), metadataOf(call))),
    // Every command already records the use of its session, and answers with its position if it has none of its own.
    checkIn: async () => ({ body: { success: true } }),
  } satisfies Partial<Handlers<'command'>>;
};

/** Without a real sender, the messages can be read here. */
export const developmentHandlers = ({ outbox }: PhoneContext) =>
  ({
    developmentSms: async (call) => {
      const { phoneNumber: given } = call.query;
      // An unencoded plus sign arrives as a space.
      const phone = given === undefined ? undefined : (normalizePhone(given) ?? given);
      return { body: { messages: [...(outbox?.sent(phone) ?? [])] } };
    },
  }) satisfies Partial<Handlers<'command'>>;
