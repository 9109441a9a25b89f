import type { LinkItemView, MediaItemView } from '@quorum/contracts/media/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { AnswerOf, QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates, type Reloads } from '../api/live-updates.ts';

type MediaArgs = { readonly groupId: string } & QueryOf<'filesByDate'>;
type ByDate<T> = Readonly<Record<string, readonly T[]>>;

const hasMedia = ({ type, linkPreviews }: MessageView): boolean => type !== 'text' || linkPreviews.length > 0;

/** A list by day is reloaded when it may have become longer or shorter. */
const mediaReloads: Reloads<unknown, MediaArgs> = {
  newMessage: hasMedia,
  // An edit may have taken out the last link.
  messageUpdated: (message) => message.isEdited || hasMedia(message),
  messageDeleted: () => true,
  memberLeft: ({ reason }) => reason === 'account-deleted',
};

const ofMedia = <Data>() =>
  liveUpdates<Data, MediaArgs>({
    tag: ({ groupId }) => ({ type: 'Media', id: groupId }),
    group: ({ groupId }) => groupId,
    reloads: mediaReloads,
  });

/** Media shared in a group between two days (inclusive), by day of the given zone. */
export const mediaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    filesByDate: build.query<ByDate<MediaItemView>, MediaArgs>({
      query: ({ groupId, ...query }) => call('filesByDate', { params: { groupId }, query }),
      transformResponse: ({ filesByDate }: AnswerOf<'filesByDate'>) => filesByDate,
      ...ofMedia<ByDate<MediaItemView>>(),
    }),
    imagesByDate: build.query<ByDate<MediaItemView>, MediaArgs>({
      query: ({ groupId, ...query }) => call('imagesByDate', { params: { groupId }, query }),
      transformResponse: ({ imagesByDate }: AnswerOf<'imagesByDate'>) => imagesByDate,
      ...ofMedia<ByDate<MediaItemView>>(),
    }),
    linksByDate: build.query<ByDate<LinkItemView>, MediaArgs>({
      query: ({ groupId, ...query }) => call('linksByDate', { params: { groupId }, query }),
      transformResponse: ({ linksByDate }: AnswerOf<'linksByDate'>) => linksByDate,
      ...ofMedia<ByDate<LinkItemView>>(),
    }),
  }),
});

export const { useFilesByDateQuery, useImagesByDateQuery, useLinksByDateQuery } = mediaApi;
