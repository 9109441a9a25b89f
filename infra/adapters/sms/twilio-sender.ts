import { SmsFailedError, type SmsSender } from '@quorum/service-kit/ports/sms-sender.ts';
import twilio from 'twilio';

type ClientOptions = NonNullable<Parameters<typeof twilio>[2]>;

export type TwilioSettings = {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in the form `+1XXXXXXXXXX`, or the sid of a messaging service (`MG…`). */
  readonly from: string;
};

/** Milliseconds. Must be shorter than the caller's own timeout. */
const TIMEOUT_MS = 8000;

/** Twilio's errors about the recipient: no valid number, unsubscribed, out of reach, no mobile phone. */
const NUMBER_REFUSED = new Set<unknown>([21211, 21610, 21614]);

/** Sends SMS through Twilio. `httpClient` replaces its HTTP client in tests. */
export const twilioSender = (settings: TwilioSettings, httpClient?: ClientOptions['httpClient']): SmsSender => {
  const client = twilio(settings.accountSid, settings.authToken, {
    timeout: TIMEOUT_MS,
    ...(httpClient === undefined ? {} : { httpClient }),
  });
  const sender = settings.from.startsWith('MG') ? { messagingServiceSid: settings.from } : { from: settings.from };
  return {
    send: async (to, body) => {
      try {
        await client.messages.create({ to, body, ...sender });
      } catch (error) {
        // Twilio's error texts quote the number, and a cause would be logged.
        throw new SmsFailedError(describe(error), NUMBER_REFUSED.has((error as { code?: unknown }).code));
      }
    },
  };
};

const describe = (error: unknown): string => {
  const { status, code } = error as { status?: unknown; code?: unknown };
  const parts = [
    typeof status === 'number' ? `HTTP ${status}` : '',
    typeof code === 'number' ? `Twilio error ${code}` : typeof code === 'string' ? code : '',
  ];
  const known = parts.filter((part) => part !== '').join(', ');
  return `The SMS could not be sent${known === '' ? '' : ` (${known})`}`;
};
