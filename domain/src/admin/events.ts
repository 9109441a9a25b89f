import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `admin-{visitId}`: one visit of an administrator to the panel. */
export const adminStream = (visitId: string): string => `admin-${visitId}`;

const visit = z.object({ visitId: z.uuid(), by: z.string() });

export const adminEvents = [
  defineEvent({
    type: 'AdminSignedIn',
    audit: { kind: 'admin', facts: ['by'], say: '*{actor}* signed in to the admin panel' },
    schema: visit,
  }),
  defineEvent({
    type: 'AdminSignedOut',
    audit: { kind: 'admin', facts: ['by'], say: '*{actor}* signed out of the admin panel' },
    schema: visit,
  }),
] as const;
