import type { CalendarFeedView } from '@quorum/contracts/calendar-feed/wire.ts';
import { collectionOf } from './collection.ts';

/** A person's link to one of their calendars: a group's, or My Schedule. Id: {@link feedDocumentId}, because there is one for each. */
export type FeedDocument = {
  readonly id: string;
  /** Hash of the token. */
  readonly feedId: string;
  readonly userId: string;
  /** A group, or {@link MY_SCHEDULE}. */
  readonly groupId: string;
  readonly createdAt: string;
  readonly fetchedAt: string | null;
};

export const feedDocumentId = (userId: string, groupId: string): string => `${userId}:${groupId}`;

export const feedCollections = {
  feeds: collectionOf<FeedDocument>(
    { group: 'groupId', person: 'userId', member: feedDocumentId },
    ['feedId'],
    ['userId'],
    ['groupId'],
  ),
};

export const feedView = ({ feedId: id, groupId, createdAt, fetchedAt }: FeedDocument): CalendarFeedView => ({
  id,
  groupId,
  createdAt,
  fetchedAt,
});
