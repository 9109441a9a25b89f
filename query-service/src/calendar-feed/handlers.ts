import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { type FeedDocument, feedView } from '@quorum/service-kit/reads/calendar-feed.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import { batched, freshSingleFlight } from '@quorum/service-kit/single-flight.ts';
import { namesTag } from '../files/serve-file.ts';
import { groupSequences } from '../group/group-sequences.ts';
import { MAX_GROUPS } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { calendarText, feedWindow } from './calendar.ts';
import { calendarFile } from './calendar-file.ts';

/** Seconds for which a program need not ask again. */
const MAX_AGE_SECONDS = 300;

const TOKEN = /^[\w-]{43}$/;

/** Finds the feed of a link that is live. Links are looked up together, so a flood of invented ones costs one read at a time. */
const feedOfLink = ({ reads }: Context) => {
  const feedWith = batched(async (hashes) => {
    const feeds = await reads.active.query('feeds', { where: { feedId: hashes }, limit: hashes.length });
    return new Map(feeds.map((feed) => [feed.feedId, feed]));
  });
  return async (token: string): Promise<FeedDocument | undefined> => {
    if (!TOKEN.test(token)) return undefined;
    const feed = await feedWith(tokenHash(token));
    if (feed === undefined || feed.groupId === MY_SCHEDULE) return feed;
    // A link that was made while its person left the group came too late to end with the membership.
    const membership = await reads.active.get('memberships', membershipId(feed.groupId, feed.userId));
    return membership === undefined ? undefined : feed;
  };
};

type Shown = { readonly groupIds: readonly string[]; readonly name: string; readonly tag: string };

/** The name of the file, and its entity tag, which changes with each change of an audience of its events, and every day. */
const shownIn = async (context: Context, { feedId, userId, groupId }: FeedDocument): Promise<Shown> => {
  const { reads, clock, build = '' } = context;
  const isOwn = groupId === MY_SCHEDULE;
  const { groupIds, sequences } = isOwn
    ? await groupSequences(context, userId)
    : { groupIds: [], sequences: { [groupId]: await reads.sequence(groupAudience(groupId)) } };
  const { from } = feedWindow(clock.now());
  const tag = `"${hash('sha256', JSON.stringify([feedId, sequences, from, build]), 'base64url').slice(0, 27)}"`;
  const name = isOwn ? 'My Schedule' : ((await reads.active.get('groups', groupId))?.name ?? '');
  return { groupIds, name, tag };
};

/** Calendars for other programs. */
export const calendarFeedHandlers = (context: Context, position: Pick<ReadPosition, 'waitFor'>) => {
  const { reads, clock, history, log } = context;
  /** Whatever any process acknowledged before the call counts, such as the end of a membership. */
  const isCurrent = freshSingleFlight(async () => position.waitFor(await history.head()));
  const feedOf = feedOfLink(context);
  const fetches = new RateLimit(limits.feedFetchesPerHour / 3600, limits.feedFetchesPerHour);
  const misses = new RateLimit(limits.feedMissesPerHour / 3600, limits.feedMissesPerHour);

  /** Only links that do not exist count against an address: the large calendars fetch everybody's from a few. */
  const find = async ({ params, address }: Call<'readCalendarFeed'>): Promise<FeedDocument | Refusal> => {
    if (!(await isCurrent())) return refuse('service/behind', undefined, 1);
    const feed = await feedOf(params.token ?? '');
    if (feed === undefined) {
      const wait = misses.take(address, clock.now());
      return wait > 0 ? refuse('request/too-many', undefined, wait) : refuse('feed/unknown');
    }
    const wait = fetches.take(feed.feedId, clock.now());
    return wait > 0 ? refuse('feed/too-many', undefined, wait) : feed;
  };

  const noteFetch = async ({ feedId, fetchedAt }: FeedDocument): Promise<void> => {
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    if (fetchedAt?.startsWith(today) === true) return;
    // The calendar can be read also while the log cannot be written.
    await context.recordFetch(feedId).catch((error) => {
      log.warn({ failure: describeFailure(error) }, 'the fetch of a calendar was not recorded');
    });
  };

  return {
    calendarFeeds: async ({ actor: { userId } }) => {
      const feeds = await reads.active.query('feeds', { where: { userId }, limit: MAX_GROUPS + 1 });
      return { body: { feeds: feeds.map(feedView) } };
    },
    readCalendarFeed: async (call) => {
      const feed = await find(call);
      if (isRefusal(feed)) return feed;
      await noteFetch(feed);
      const { tag, ...shown } = await shownIn(context, feed);
      const headers = { ETag: tag, 'Cache-Control': `private, max-age=${MAX_AGE_SECONDS}` };
      if (namesTag(call.raw.request.headers['if-none-match'], tag))
        return { stream: Readable.from([]), status: 304, headers };
      const text = calendarText(context, { ...feed, ...shown, origin: call.origin, now: clock.now() });
      return {
        stream: Readable.from(text),
        headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
      };
    },
    calendarFile: calendarFile(context),
  } satisfies Partial<Handlers<'query'>>;
};
