import type { AnswerOf, QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { LinkItemView, MediaItemView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';

type MediaArgs = { readonly groupId: string } & QueryOf<'filesByDate'>;
type ByDate<T> = Readonly<Record<string, readonly T[]>>;

/** What was shared in a group between two days (inclusive), by day of the given zone. */
export const mediaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    filesByDate: build.query<ByDate<MediaItemView>, MediaArgs>({
      query: ({ groupId, ...query }) => call('filesByDate', { params: { groupId }, query }),
      transformResponse: ({ filesByDate }: AnswerOf<'filesByDate'>) => filesByDate,
      providesTags: (_, __, { groupId }) => [{ type: 'Media', id: groupId }],
    }),
    imagesByDate: build.query<ByDate<MediaItemView>, MediaArgs>({
      query: ({ groupId, ...query }) => call('imagesByDate', { params: { groupId }, query }),
      transformResponse: ({ imagesByDate }: AnswerOf<'imagesByDate'>) => imagesByDate,
      providesTags: (_, __, { groupId }) => [{ type: 'Media', id: groupId }],
    }),
    linksByDate: build.query<ByDate<LinkItemView>, MediaArgs>({
      query: ({ groupId, ...query }) => call('linksByDate', { params: { groupId }, query }),
      transformResponse: ({ linksByDate }: AnswerOf<'linksByDate'>) => linksByDate,
      providesTags: (_, __, { groupId }) => [{ type: 'Media', id: groupId }],
    }),
  }),
});

export const { useFilesByDateQuery, useImagesByDateQuery, useLinksByDateQuery } = mediaApi;
