import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `support-{lookId}`: one look by support, or by an administrator in the panel, at personal data. */
export const supportStream = (lookId: string): string => `support-${lookId}`;

export const supportEvents = [
  /**
   * Recorded before anything is shown. `by` is the operating system account or the administrator; `command` is what they called;
   * `about` is the stream, person, group or page.
   */
  defineEvent({
    type: 'PersonalDataRevealed',
    audit: {
      kind: 'admin',
      facts: ['by', 'command', 'about'],
      say: { sentence: '*{actor}* looked at personal data', detail: '{command} {about}' },
    },
    schema: z.object({ lookId: z.uuid(), by: z.string(), command: z.string(), about: z.string() }),
  }),
] as const;
