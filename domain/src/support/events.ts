import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `support-{lookId}`: one access by support to personal data. */
export const supportStream = (lookId: string): string => `support-${lookId}`;

export const supportEvents = [
  /** Recorded before anything is shown. `by` is the operating system account; `about` is the stream, person or group. */
  defineEvent({
    type: 'PersonalDataRevealed',
    audit: { kind: 'admin', facts: ['by', 'command', 'about'], say: '*{actor}*: personal data revealed' },
    schema: z.object({ lookId: z.uuid(), by: z.string(), command: z.string(), about: z.string() }),
  }),
] as const;
