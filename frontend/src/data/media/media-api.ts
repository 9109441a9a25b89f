import type { LinkItemView, MediaItemView, MediaKind } from '@quorum/contracts/media/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates, type Reloads } from '../api/live-updates.ts';

type MediaArgs = { readonly groupId: string } & QueryOf<'filesByDate'>;
type ByDate<Item> = Readonly<Record<string, readonly Item[]>>;

const hasMedia = ({ type, linkPreviews }: MessageView): boolean => type !== 'text' || linkPreviews.length > 0;

/** A list by day is reloaded when it may have become longer or shorter. */
const mediaReloads: Reloads<unknown, MediaArgs> = {
  newMessage: hasMedia,
  // An edit may have taken out the last link.
  messageUpdated: (message) => message.isEdited || hasMedia(message),
  messageDeleted: () => true,
  memberLeft: ({ reason }) => reason === 'account-deleted',
  // Files shared between two memberships were not pushed.
  groupJoined: () => true,
};

/** Media shared in a group between two days (inclusive), by day of the given zone. */
export const mediaApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const list = <Item>(name: `${MediaKind}ByDate`) =>
      build.query<ByDate<Item>, MediaArgs>({
        queryFn: async ({ groupId, ...query }, _api, _options, ask) => {
          const dates: Record<string, readonly Item[]> = {};
          let meta: object | undefined;
          for (let after: string | undefined; ; ) {
            const page = await ask(call(name, { params: { groupId }, query: { ...query, after } }));
            if (page.error !== undefined) return { error: page.error, meta: {} };
            // Changes are followed from the first page on.
            meta ??= page.meta;
            const answer = page.data as Readonly<Record<string, ByDate<Item>>> & { readonly next?: string };
            for (const [date, items] of Object.entries(answer[name] ?? {}))
              dates[date] = [...(dates[date] ?? []), ...items];
            if (answer.next === undefined) return { data: dates, meta };
            after = answer.next;
          }
        },
        ...liveUpdates<ByDate<Item>, MediaArgs>({
          tag: ({ groupId }) => ({ type: name, id: groupId }),
          group: ({ groupId }) => groupId,
          reloads: mediaReloads,
        }),
      });
    return {
      filesByDate: list<MediaItemView>('filesByDate'),
      imagesByDate: list<MediaItemView>('imagesByDate'),
      linksByDate: list<LinkItemView>('linksByDate'),
    };
  },
});
