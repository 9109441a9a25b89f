import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type Feed, feedDecider } from '@quorum/domain/calendar-feed/decider.ts';
import { feedStream } from '@quorum/domain/calendar-feed/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { feedDocumentId, feedView } from '@quorum/service-kit/reads/calendar-feed.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import { standingAtEvent } from '../entry/commands.ts';
import { replyDone, respond } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { DecideContext } from '../handling/context.ts';

const viewOf = ({ feedId, userId, groupId: group, createdAt, fetchedAt }: Feed) => {
  const groupId = group ?? MY_SCHEDULE;
  return feedView({ id: feedDocumentId(userId, groupId), feedId, userId, groupId, createdAt, fetchedAt });
};

/**
 * 32 bytes. A repeat of the call gets the same ones. Who has the log and the master key finds them by guessing a short key, but can
 * read the calendar anyway.
 */
const tokenFor = ({ ids, secrets }: DecideContext, userId: string, repeatKey: string | undefined): string =>
  repeatKey === undefined
    ? Buffer.from(ids.bytes(32)).toString('base64url')
    : secrets.privateKey('feed-token', `${userId} ${repeatKey}`);

/** A token's hash. Other forms of ids never exist, and must not become part of a stream's name. */
const FEED_ID = /^[\w-]{43}$/;

/** Links through which calendar programs read a calendar. */
export const calendarFeedCommands = (context: DecideContext) => {
  const { aggregates, clock } = context;
  return {
    createCalendarFeed: async (call, permission) => {
      const { userId } = call.actor;
      const { groupId } = call.body;
      const token = tokenFor(context, userId, call.repeatKey);
      const feedId = tokenHash(token);
      const created = await aggregates.handle({
        decider: feedDecider,
        stream: feedStream(feedId),
        command: { type: 'CreateFeed', feed: { feedId, userId, groupId: groupId === MY_SCHEDULE ? null : groupId } },
        metadata: metadataOf(call),
        facts: async () => {
          const standing = await standingAtEvent(context, { groupId, creatorId: userId }, userId);
          return { ...standing, actorId: userId, now: clock.now() };
        },
        permission,
        expectNew: true,
      });
      const url = `${call.origin}/api/calendar/${token}/quorum.ics`;
      return respond(created, ({ state }) => ({ feed: viewOf(state), url }));
    },
    endCalendarFeed: async (call) => {
      const { id = '' } = call.params;
      if (!FEED_ID.test(id)) return refuse('feed/unknown');
      const ended = aggregates.handle({
        decider: feedDecider,
        stream: feedStream(id),
        command: { type: 'EndFeed' },
        metadata: metadataOf(call),
        facts: () => ({ actorId: call.actor.userId, now: clock.now() }),
      });
      return replyDone(ended);
    },
  } satisfies Partial<Handlers<'command'>>;
};
