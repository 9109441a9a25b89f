import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `feed-{tokenHash}`: one link through which calendar programs read a calendar. The token itself is never stored. */
export const feedStream = (tokenHash: string): string => `feed-${tokenHash}`;

/** `groupId: null`: My Schedule. */
const identity = { feedId: z.string(), userId: z.uuid(), groupId: z.uuid().nullable() };

export const feedEvents = [
  /** Replaces the person's link for this calendar. The link of a group also ends with the membership. */
  defineEvent({
    type: 'FeedCreated',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* made a link to a calendar' },
    schema: z.object(identity),
  }),
  /** At most once a day, so that a program that asks every hour does not fill the log. */
  defineEvent({ type: 'FeedFetched', audit: 'unlisted', schema: z.object(identity) }),
  defineEvent({
    type: 'FeedEnded',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* turned off a link to a calendar' },
    schema: z.object(identity),
  }),
] as const;
