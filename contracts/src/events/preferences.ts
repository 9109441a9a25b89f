import { z } from 'zod';
import { defineEvent } from './definition.ts';

/** Stream `preferences-{userId}`: colours and pins of one person. */
export const preferencesStream = (userId: string): string => `preferences-${userId}`;

/** Stream `reading-{userId}-{groupId}`: how far one person has read one chat. */
export const readingStream = (userId: string, groupId: string): string => `reading-${userId}-${groupId}`;

const ids = { userId: z.uuid(), groupId: z.uuid() };

export const preferencesEvents = [
  defineEvent({
    type: 'GroupColorChosen',
    schema: z.object({ ...ids, colorIndex: z.number().int().min(0).max(4) }),
  }),
  defineEvent({ type: 'GroupPinned', schema: z.object(ids) }),
  defineEvent({ type: 'GroupUnpinned', schema: z.object(ids) }),
  /** Everything up to this message is read. */
  defineEvent({
    type: 'GroupRead',
    schema: z.object({ ...ids, messageId: z.uuid() }),
  }),
] as const;
