import { z } from 'zod';
import { defineEvent, phoneSubject } from '../event-definition.ts';

/** Stream `phone-{phoneKey}`: reservation of a number by one account. */
export const phoneStream = (phoneKey: string): string => `phone-${phoneKey}`;

const ofNumber = (data: { phoneKey: string }): string => phoneSubject(data.phoneKey);

export const phoneEvents = [
  defineEvent({
    type: 'PhoneClaimed',
    audit: 'unlisted',
    schema: z.object({ phoneKey: z.string(), userId: z.uuid() }),
    about: ofNumber,
  }),
  defineEvent({
    type: 'PhoneReleased',
    audit: 'unlisted',
    schema: z.object({ phoneKey: z.string(), userId: z.uuid() }),
    about: ofNumber,
  }),
  defineEvent({
    type: 'PhoneBanned',
    audit: {
      kind: 'account',
      say: {
        sentence: 'A phone number was blocked',
        detail: 'nobody can sign up with it, and the number itself is not kept',
      },
    },
    schema: z.object({ phoneKey: z.string() }),
  }),
] as const;
