import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `preferences-{userId}`: colors and pins of one person. */
export const preferencesStream = (userId: string): string => `preferences-${userId}`;

const ids = { userId: z.uuid(), groupId: z.uuid() };

export const preferencesEvents = [
  defineEvent({
    type: 'GroupColorChosen',
    audit: 'unlisted',
    schema: z.object({ ...ids, colorIndex: z.number().int().min(0).max(4) }),
  }),
  defineEvent({ type: 'GroupPinned', audit: 'unlisted', schema: z.object(ids) }),
  defineEvent({ type: 'GroupUnpinned', audit: 'unlisted', schema: z.object(ids) }),
] as const;
