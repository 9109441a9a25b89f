import type { TwilioSettings } from './twilio-sender.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

/**
 * Twilio's settings from the environment; `undefined` if none is set. `TWILIO_MESSAGING_SERVICE_SID` may replace `TWILIO_FROM`.
 * @throws Error with one line naming what is missing, if only some are set
 */
export const twilioSettings = (environment: Environment): TwilioSettings | undefined => {
  const values: Record<(typeof names)[number], string> = {
    TWILIO_ACCOUNT_SID: environment.TWILIO_ACCOUNT_SID ?? '',
    TWILIO_AUTH_TOKEN: environment.TWILIO_AUTH_TOKEN ?? '',
    TWILIO_FROM: environment.TWILIO_MESSAGING_SERVICE_SID || environment.TWILIO_FROM || '',
  };
  const missing = names.filter((name) => values[name] === '');
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new Error(`Twilio is half configured: ${missing.join(', ')} is missing`);
  return { accountSid: values.TWILIO_ACCOUNT_SID, authToken: values.TWILIO_AUTH_TOKEN, from: values.TWILIO_FROM };
};
