import type { LinkItemView, MediaItemView, MediaKind } from '@quorum/contracts/media/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { instantOf, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { nameOf, type UserDocument } from '@quorum/service-kit/reads/account.ts';
import { fileView, groupKindOf, type MediaDocument } from '@quorum/service-kit/reads/media.ts';
import { beginningOf, linkPreviewView, type MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

const MAX_ITEMS = 5000;

/** Characters of a message's text. Every link of a message repeats it. */
const MAX_CONTENT = 200;

type Item = {
  readonly media: MediaDocument;
  readonly message: MessageDocument;
  readonly sender: Partial<UserDocument> | undefined;
};

/** Items of one kind between two days (inclusive) in the caller's zone, newest first within a day. */
const itemsBetween = async (
  context: Reading,
  groupId: string,
  kind: MediaKind,
  { startDate, endDate, timeZone = 'UTC' }: QueryOf<'filesByDate'>,
): Promise<{ readonly items: readonly Item[]; readonly dayOf: (item: Item) => string }> => {
  const { active } = context.reads;
  const to = instantOf({ date: addDays(endDate, 1), time: '00:00', timeZone });
  const media = await active.query('media', {
    where: { groupKind: groupKindOf(groupId, kind) },
    range: { field: 'postedAt', from: instantOf({ date: startDate, time: '00:00', timeZone }), to },
    order: { field: 'postedAt', direction: 'desc' },
    limit: MAX_ITEMS,
  });
  const messages = await active.getMany('messages', [...new Set(media.map((item) => item.messageId))]);
  const people = await loadPeople(
    context,
    media.map((item) => item.senderId),
  );
  const items = media.flatMap((item) => {
    const message = messages.get(item.messageId);
    return message === undefined ? [] : [{ media: item, message, sender: people.get(item.senderId) }];
  });
  return { items, dayOf: (item) => wallClockOf(Date.parse(item.media.postedAt), timeZone).date };
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
  const { items, dayOf } = await itemsBetween(context, groupId, kind, query);
  return byDate(items, dayOf, itemView);
};

export const linksByDate = async (context: Reading, groupId: string, query: QueryOf<'filesByDate'>) => {
  const { items, dayOf } = await itemsBetween(context, groupId, 'links', query);
  return byDate(items, dayOf, linkView);
};
