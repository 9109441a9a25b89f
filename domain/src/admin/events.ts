import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `admin-{visitId}`: one visit of an administrator to the panel. */
export const adminStream = (visitId: string): string => `admin-${visitId}`;

const visit = z.object({ visitId: z.uuid(), by: z.string() });

export const adminEvents = [
  defineEvent({ type: 'AdminSignedIn', audit: 'admin', schema: visit }),
  defineEvent({ type: 'AdminSignedOut', audit: 'admin', schema: visit }),
] as const;
