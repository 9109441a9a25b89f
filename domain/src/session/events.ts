import { z } from 'zod';
import { defineEvent, personal, personSubject } from '../event-definition.ts';

/** Stream `session-{tokenHash}`: one signed-in browser. The token itself is never stored. */
export const sessionStream = (tokenHash: string): string => `session-${tokenHash}`;

export const sessionEvents = [
  defineEvent({
    type: 'SessionStarted',
    audit: { kind: 'session', person: 'userId', say: '*{actor}* signed in' },
    version: 2,
    /** `device` is how the browser describes itself, such as `Chrome on Windows`. Empty if unknown. */
    schema: z.object({
      sessionId: z.string(),
      userId: z.uuid(),
      expiresAt: z.iso.datetime(),
      device: personal(z.string()),
    }),
    personal: [{ subject: ({ userId }) => personSubject(userId), fields: ['device'] }],
    upcasters: { 1: (data) => ({ ...data, device: '' }) },
  }),
  /** Recorded at most once an hour per session, so that reading does not fill the log. */
  defineEvent({
    type: 'SessionUsed',
    audit: 'unlisted',
    schema: z.object({ sessionId: z.string(), userId: z.uuid() }),
  }),
  defineEvent({
    type: 'SessionEnded',
    audit: {
      kind: 'session',
      person: 'userId',
      facts: ['reason'],
      say: ({ reason }) => (reason === 'revoked' ? '*{actor}* signed out another device' : '*{actor}* signed out'),
    },
    version: 2,
    /** `revoked`: ended by its person from another browser. */
    schema: z.object({
      sessionId: z.string(),
      userId: z.uuid(),
      reason: z.enum(['logout', 'expired', 'revoked']),
    }),
    upcasters: { 1: (data) => data },
  }),
] as const;
