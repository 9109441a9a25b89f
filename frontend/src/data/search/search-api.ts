import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import type { SearchResult } from '@quorum/contracts/search/wire.ts';
import type { InfiniteData } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { EVERY_GROUP, liveUpdates, OWN, type Patches } from '../api/live-updates.ts';

export type Asked = Omit<BodyInputOf<'search'>, 'next'>;
type Page = AnswerOf<'search'>;
export type Pages = InfiniteData<Page, string | undefined>;

/** Each result changed, or left out if undefined. */
const changed = (list: Pages, change: (result: SearchResult) => SearchResult | undefined): Pages => {
  let isChanged = false;
  const pages = list.pages.map((page) => {
    const results = page.results.flatMap((result) => change(result) ?? []);
    const isSame = results.length === page.results.length && results.every((each, at) => each === page.results[at]);
    isChanged ||= !isSame;
    return isSame ? page : { ...page, results };
  });
  return isChanged ? { ...list, pages } : list;
};

const without = (list: Pages, isGone: (result: SearchResult) => boolean): Pages =>
  changed(list, (result) => (isGone(result) ? undefined : result));

const groupIdOf = (result: SearchResult): string | undefined => {
  if (result.kind === 'message') return result.message.groupId;
  if (result.kind === 'event') return result.event.groupId;
  return result.kind === 'group' ? result.group._id : undefined;
};

const writerOrPerson = (result: SearchResult): string | undefined => {
  if (result.kind === 'person') return result.person._id;
  return result.kind === 'message' ? result.message.senderId._id : undefined;
};

const ofGroup = (list: Pages, { groupId }: { readonly groupId: string }): Pages =>
  without(list, (result) => groupIdOf(result) === groupId);

/** Results that the caller may no longer see go at once. New ones are found by the next search. */
const searchPatches: Patches<Pages, Asked> = {
  messageUpdated: (list, message) =>
    changed(list, (result) =>
      result.kind === 'message' && result.message._id === message._id && result.message.revision < message.revision
        ? { ...result, message }
        : result,
    ),
  messageDeleted: (list, { messageId }) =>
    without(list, (result) => result.kind === 'message' && result.message._id === messageId),
  eventDeleted: (list, { eventId }) =>
    without(list, (result) => result.kind === 'event' && (result.event.seriesId ?? result.event._id) === eventId),
  memberLeft: (list, { userId, reason }) =>
    reason === 'account-deleted' ? without(list, (result) => writerOrPerson(result) === userId) : list,
  groupLeft: ofGroup,
  groupDeleted: ofGroup,
};

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.infiniteQuery<Page, Asked, string | undefined>({
      query: ({ queryArg, pageParam }) =>
        call('search', { body: { ...queryArg, ...(pageParam !== undefined && { next: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next },
      ...liveUpdates<Pages, Asked>({
        tag: () => ({ type: 'search' }),
        follows: () => [OWN, EVERY_GROUP],
        patches: searchPatches,
      }),
    }),
  }),
});
