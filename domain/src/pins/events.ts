import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `pins-{groupId}`: the messages that one group keeps in view. */
export const pinsStream = (groupId: string): string => `pins-${groupId}`;

const identity = { groupId: z.uuid(), messageId: z.uuid(), by: z.uuid() };

export const pinEvents = [
  /** `again`: it was pinned within the last hour already, so the chat shows no second notice. */
  defineEvent({
    type: 'MessagePinned',
    audit: { kind: 'message', say: '*{actor}* pinned a message' },
    schema: z.object({ ...identity, again: z.boolean() }),
  }),
  defineEvent({
    type: 'MessageUnpinned',
    audit: { kind: 'message', say: '*{actor}* unpinned a message' },
    schema: z.object(identity),
  }),
] as const;
