import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { feedDocumentId } from '@quorum/service-kit/reads/calendar-feed.ts';
import { type Rules, type ThinChange, toUser, withoutAudience } from '../audience.ts';
import { change, model, put } from '../model.ts';

type OfFeed = { readonly data: DataOf<'FeedCreated'> };

const feedsUpdated = ({ data: { userId } }: OfFeed): readonly ThinChange[] => [
  toUser('feedsUpdated', userId, { userId }),
];

/** Audiences of its events. */
export const feedChanges = {
  FeedCreated: feedsUpdated,
  FeedEnded: feedsUpdated,
  ...withoutAudience('FeedFetched'),
} satisfies Rules;

const idOf = ({ data: { userId, groupId } }: OfFeed): string => feedDocumentId(userId, groupId ?? MY_SCHEDULE);

/** Links to calendars. A new link takes the place of the one before, so an event of an older link changes nothing. */
export const feeds = model({
  name: 'feeds',
  version: 1,
  collections: ['feeds'],
  on: {
    FeedCreated: [
      put('feeds', ({ data, recordedAt }) => {
        const { feedId, userId, groupId } = data;
        return {
          id: feedDocumentId(userId, groupId ?? MY_SCHEDULE),
          feedId,
          userId,
          groupId: groupId ?? MY_SCHEDULE,
          createdAt: recordedAt,
          fetchedAt: null,
        };
      }),
    ],
    FeedFetched: [
      change('feeds', idOf, (feed, { data, recordedAt }) =>
        feed.feedId === data.feedId ? { ...feed, fetchedAt: recordedAt } : feed,
      ),
    ],
    FeedEnded: [change('feeds', idOf, (feed, { data }) => (feed.feedId === data.feedId ? null : feed))],
  },
});
