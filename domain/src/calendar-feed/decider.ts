import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';

type Identity = DataOf<'FeedCreated'>;

export type Feed = Identity & {
  readonly status: 'none' | 'live' | 'ended';
  readonly createdAt: string;
  /** UTC, ISO 8601; to within a day. */
  readonly fetchedAt: string | null;
};

type FeedCommand =
  | { readonly type: 'CreateFeed'; readonly feed: Identity }
  | { readonly type: 'NoteFetch' }
  | { readonly type: 'EndFeed' };

/** `now` in milliseconds. */
type FeedFacts = { readonly actorId: string; readonly now: number };

const unknown = refuse('feed/unknown');

const dayOf = (instant: string): string => instant.slice(0, 10);

const identityOf = ({ feedId, userId, groupId }: Feed): Identity => ({ feedId, userId, groupId });

/** Only a repeat has the same token. */
const create = ({ status }: Feed, data: Identity): Decision => {
  if (status === 'ended') return unknown;
  return status === 'none' ? [{ type: 'FeedCreated', data }] : [];
};

const noteFetch = (feed: Feed, now: number): Decision => {
  const { status, fetchedAt } = feed;
  const isNoted = fetchedAt !== null && dayOf(fetchedAt) === dayOf(new Date(now).toISOString());
  return status === 'live' && !isNoted ? [{ type: 'FeedFetched', data: identityOf(feed) }] : [];
};

/** Other people's links do not exist for the caller. Ending twice has no further effect. */
const end = (feed: Feed, actorId: string): Decision => {
  if (feed.status === 'none' || feed.userId !== actorId) return unknown;
  return feed.status === 'live' ? [{ type: 'FeedEnded', data: identityOf(feed) }] : [];
};

const decide = (command: FeedCommand, feed: Feed, { actorId, now }: FeedFacts): Decision => {
  switch (command.type) {
    case 'CreateFeed':
      return create(feed, command.feed);
    case 'NoteFetch':
      return noteFetch(feed, now);
    case 'EndFeed':
      return end(feed, actorId);
  }
};

export const feedDecider: Decider<FeedCommand, Feed, FeedFacts> = {
  initial: { status: 'none', feedId: '', userId: '', groupId: null, createdAt: '', fetchedAt: null },
  decide,
  evolve: (feed, event) => {
    switch (event.type) {
      case 'FeedCreated':
        return { ...event.data, status: 'live', createdAt: event.recordedAt, fetchedAt: null };
      case 'FeedFetched':
        return { ...feed, fetchedAt: event.recordedAt };
      case 'FeedEnded':
        return { ...feed, status: 'ended' };
      default:
        return feed;
    }
  },
};
