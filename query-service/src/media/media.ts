import {
  type LinkItemView,
  MEDIA_CURSOR,
  MEDIA_PAGE,
  type MediaItemView,
  type MediaKind,
} from '@quorum/contracts/media/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { instantOf, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { nameOf, type UserDocument } from '@quorum/service-kit/reads/account.ts';
import { fileView, groupKindOf, type MediaDocument } from '@quorum/service-kit/reads/media.ts';

import { beginningOf, linkPreviewView, type MessageDocument } from '@quorum/service-kit/reads/message.ts';

import type { PagedQuery } from '@quorum/service-kit/reads/pages.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

/** Characters of a message's text. Every link of a message repeats it. */
const MAX_CONTENT = 200;

type Item = {
  readonly media: MediaDocument;
  readonly message: MessageDocument;
  readonly sender: Partial<UserDocument> | undefined;
};

type Found = {
  readonly items: readonly Item[];
  readonly dayOf: (item: Item) => string;
  /** The cursor of the next page. */
  readonly next: { readonly next?: string };
};

/** Continues after the last item of the previous page. */
const placeOf = (cursor = ''): Partial<Pick<PagedQuery, 'after'>> => {
  const [, value, id] = MEDIA_CURSOR.exec(cursor) ?? [];
  return value === undefined || id === undefined ? {} : { after: { value, id } };
};

/** A page of items of one kind between two days (inclusive) in the caller's zone, newest first. */
const itemsBetween = async (
  context: Reading,
  groupId: string,
  kind: MediaKind,
  { startDate, endDate, timeZone = 'UTC', after }: QueryOf<'filesByDate'>,
): Promise<Found> => {
  const { active } = context.reads;
  const to = instantOf({ date: addDays(endDate, 1), time: '00:00', timeZone });
  const found = await active.query('media', {
    where: { groupKind: groupKindOf(groupId, kind) },
    range: { field: 'postedAt', from: instantOf({ date: startDate, time: '00:00', timeZone }), to },
    order: { field: 'postedAt', direction: 'desc' },
    ...placeOf(after),
    limit: MEDIA_PAGE + 1,
  });
  const media = found.slice(0, MEDIA_PAGE);
  const last = found.length > media.length ? media.at(-1) : undefined;
  const messages = await active.getMany('messages', [...new Set(media.map((item) => item.messageId))]);
  const people = await loadPeople(
    context,
    media.map((item) => item.senderId),
  );
  const items = media.flatMap((item) => {
    const message = messages.get(item.messageId);
    return message === undefined ? [] : [{ media: item, message, sender: people.get(item.senderId) }];
  });
  return {
    items,
    dayOf: (item) => wallClockOf(Date.parse(item.media.postedAt), timeZone).date,
    next: last === undefined ? {} : { next: `${last.postedAt}_${last.id}` },
  };
};

const itemView = ({ media, message, sender }: Item): MediaItemView => ({
  id: media.id,
  ...(message.file === null
    ? { fileName: message.fileName ?? '', fileSize: 0, fileUrl: '', mimeType: '' }
    : fileView(message.file, message.fileName)),
  content: beginningOf(message.text ?? '', MAX_CONTENT),
  createdAt: media.postedAt,
  sender: nameOf(sender),
});

const hostOf = (url: string): string => {
  try {
    return new URL(url).hostname;
  } catch {
    return url;
  }
};

const linkView = (item: Item): LinkItemView => {
  const url = item.media.url ?? '';
  const preview = item.message.previews?.find((known) => known.url === url);
  return { ...itemView(item), domain: hostOf(url), ...(preview && linkPreviewView(preview)), url };
};

const byDate = <V>(
  items: readonly Item[],
  dayOf: (item: Item) => string,
  view: (item: Item) => V,
): Record<string, V[]> => {
  const dates: Record<string, V[]> = {};
  for (const item of items) {
    const day = dayOf(item);
    dates[day] ??= [];
    dates[day].push(view(item));
  }
  return dates;
};

export const filesByDate = async (
  context: Reading,
  groupId: string,
  kind: 'files' | 'images',
  query: QueryOf<'filesByDate'>,
) => {
  const { items, dayOf, next } = await itemsBetween(context, groupId, kind, query);
  return { dates: byDate(items, dayOf, itemView), next };
};

export const linksByDate = async (context: Reading, groupId: string, query: QueryOf<'filesByDate'>) => {
  const { items, dayOf, next } = await itemsBetween(context, groupId, 'links', query);
  return { dates: byDate(items, dayOf, linkView), next };
};
