import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `reading-{userId}-{groupId}`: how far one person has read one chat. */
export const readingStream = (userId: string, groupId: string): string => `reading-${userId}-${groupId}`;

export const readingEvents = [
  /** Everything up to this message has been read. */
  defineEvent({
    type: 'GroupRead',
    audit: 'unlisted',
    schema: z.object({ userId: z.uuid(), groupId: z.uuid(), messageId: z.uuid() }),
  }),
] as const;
