import { z } from 'zod';
import { defineEvent, personal, personSubject } from '../event-definition.ts';

/** Stream `push-{sessionId}`: where the browser of one session gets alerts while no page is open. */
export const pushStream = (sessionId: string): string => `push-${sessionId}`;

const identity = { sessionId: z.string(), userId: z.uuid() };

export const pushEvents = [
  /** Replaces what the session had. `timeZone` is that of the times in alerts. */
  defineEvent({
    type: 'PushSubscribed',
    audit: { kind: 'session', person: 'userId', say: '*{actor}* turned on notifications in a browser' },
    schema: z.object({
      ...identity,
      endpoint: personal(z.string()),
      p256dh: personal(z.string()),
      auth: personal(z.string()),
      timeZone: personal(z.string()),
    }),
    personal: [{ subject: ({ userId }) => personSubject(userId), fields: ['endpoint', 'p256dh', 'auth', 'timeZone'] }],
  }),
  /** `gone`: the browser ended it. The end of a session ends it too, without this event. */
  defineEvent({
    type: 'PushEnded',
    audit: {
      kind: 'session',
      person: 'userId',
      facts: ['reason'],
      say: ({ reason }) =>
        reason === 'off'
          ? '*{actor}* turned off notifications in a browser'
          : 'A browser of *{person}* does not take notifications any more',
    },
    schema: z.object({ ...identity, reason: z.enum(['off', 'gone']) }),
  }),
] as const;
