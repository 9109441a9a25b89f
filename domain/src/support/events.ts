import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `support-{lookId}`: one look of a support person at personal data. */
export const supportStream = (lookId: string): string => `support-${lookId}`;

export const supportEvents = [
  /** Recorded before anything is shown. `by` is the account on the operating system, `about` the stream, person or group looked at. */
  defineEvent({
    type: 'PersonalDataRevealed',
    schema: z.object({ lookId: z.uuid(), by: z.string(), command: z.string(), about: z.string() }),
  }),
] as const;
