import { kindOfNotice, settled } from '@quorum/contracts/activity/items.ts';
import type { ActivityItemView } from '@quorum/contracts/activity/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { ActivityMarkDocument, StandingDocument } from '@quorum/service-kit/reads/activity.ts';
import type { RsvpDocument } from '@quorum/service-kit/reads/attendance.ts';
import type { DocumentOf } from '@quorum/service-kit/reads/collections.ts';
import type { MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import type { ConcernDocument } from '@quorum/service-kit/reads/message.ts';
import { type NoticeDocument, noticedId } from '@quorum/service-kit/reads/notice.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { PollDocument } from '@quorum/service-kit/reads/poll.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import type { Reading } from '../reading/context.ts';

/** Whose Activity it is. */
export type Reader = {
  readonly userId: string;
  readonly memberships: readonly MembershipDocument[];
  /** An instant. */
  readonly readUpTo: string | null;
  /** Milliseconds. */
  readonly now: number;
};

/** An item without the names and texts that it is shown with. `order` is its position in the log. */
export type Item = Pick<ActivityItemView, '_id' | 'kind' | 'groupId' | 'at' | 'messageId' | 'groupName'> & {
  readonly order: string;
  readonly personId: string;
  readonly event?: { readonly _id: string };
  /** For an item of a poll: the poll itself. */
  readonly poll?: PollDocument;
  readonly notice?: NoticeDocument;
};

/** Counting stops here; the client shows `99+`. */
export const MAX_UNREAD = 100;

/** Groups per query, because a store merges a limited number of ranges in order. */
const GROUPS_PER_QUERY = 50;

const PAGE_SIZE = 200;

/** Documents examined for each source. Few of them are the reader's own, or from before they joined. */
const MAX_SEEN = 3_000;

const inChunks = (ids: readonly string[]): readonly (readonly string[])[] =>
  ids.length === 0 ? [] : [ids.slice(0, GROUPS_PER_QUERY), ...inChunks(ids.slice(GROUPS_PER_QUERY))];

const ofConcern = ({ messageId, kind, groupId, senderId, at, order }: ConcernDocument): Item => ({
  _id: messageId,
  kind,
  groupId,
  at,
  order,
  personId: senderId,
  messageId,
});

const ofNotice = (notice: NoticeDocument): Item | undefined => {
  const { id: _id, groupId, at, order, userId: personId, kind, entry } = notice;
  const { name, oldName } = entry ?? {};
  const itemKind = kindOfNotice({ kind, event: { name: name ?? '', ...(oldName !== undefined && { oldName }) } });
  const eventId = noticedId(notice);
  if (itemKind === undefined || eventId === undefined) return undefined;
  return {
    _id,
    kind: itemKind,
    groupId,
    at,
    order,
    personId,
    ...(itemKind !== 'imported' && { event: { _id: eventId } }),
    notice,
  };
};

/** The product did it, once somebody else left. */
const ofRsvp = ({ id: _id, groupId, eventId, promotedAt: at = '', order }: RsvpDocument): Item => ({
  _id,
  kind: 'seat',
  groupId,
  at,
  order,
  personId: '',
  event: { _id: eventId },
});

/** It ended at its deadline. */
const ofPoll = (poll: PollDocument): Item => ({
  _id: poll.id,
  kind: 'poll',
  groupId: poll.groupId,
  at: poll.endedAt ?? '',
  order: poll.revision,
  personId: '',
  poll,
});

const ofStanding = ({ id: _id, kind, groupId, groupName, at, order, by: personId }: StandingDocument): Item => ({
  _id,
  kind,
  groupId,
  ...(groupName !== undefined && { groupName }),
  at,
  order,
  personId,
});

/** Items since the reader joined. A removal is shown while they are not back. */
const isFreshTo = ({ memberships }: Reader) => {
  const joined = new Map(memberships.map(({ groupId, joinedPosition }) => [groupId, joinedPosition]));
  return ({ groupId, kind, order }: Item): boolean => {
    const since = joined.get(groupId);
    return since === undefined ? kind === 'removed' : order > since;
  };
};

/** Changes by others. The reader's own changes decide which of them are left. */
const shownTo = (items: readonly Item[], { userId }: Reader): readonly Item[] =>
  settled(items).filter(({ personId }) => personId !== userId);

type Source = 'concerns' | 'notices' | 'standings' | 'rsvps' | 'polls';

/** Fields that say when something happened, by default `at`. */
const MOMENTS: { readonly [S in Source]?: string } = { rsvps: 'promotedAt', polls: 'endedAt' };

/** The newest items of one source since an instant: at least as many as are shown, if there are that many. */
const newestOf = async <C extends Source>(
  { reads }: Reading,
  collection: C,
  query: Pick<PagedQuery, 'where' | 'filter'> & Since,
  itemOf: (document: DocumentOf<C>) => Item | undefined,
): Promise<readonly Item[]> => {
  const { since, reader, ...narrowed } = query;
  const field = MOMENTS[collection] ?? 'at';
  const newestFirst: PagedQuery = { ...narrowed, range: { field, after: since }, order: { field, direction: 'desc' } };
  const isFresh = isFreshTo(reader);
  let seen = 0;
  let items: readonly Item[] = [];
  for await (const page of pagesOf(reads.active, collection, newestFirst, PAGE_SIZE)) {
    items = [...items, ...page.flatMap((document) => itemOf(document) ?? []).filter(isFresh)];
    seen += page.length;
    if (seen >= MAX_SEEN || shownTo(items, reader).length >= limits.activityItems) break;
  }
  return items;
};

type Since = { readonly reader: Reader; readonly since: string };

const ancient = (now: number): string => new Date(now - limits.activityAge).toISOString();

/** The instant after which items are unseen. */
export const unseenSince = ({ readUpTo, now }: Reader): string => {
  const start = ancient(now);
  return readUpTo !== null && readUpTo > start ? readUpTo : start;
};

const newestFirst = (a: Item, b: Item): number => (a.at === b.at ? (a.order < b.order ? 1 : -1) : a.at < b.at ? 1 : -1);

const merged = (items: readonly Item[], reader: Reader): readonly Item[] =>
  shownTo(items.toSorted(newestFirst), reader).slice(0, limits.activityItems);

/** Events, seats, polls and roles. */
const changesSince = async (context: Reading, of: Since): Promise<readonly Item[]> => {
  const { userId, memberships } = of.reader;
  const groupIds = memberships.map(({ groupId }) => groupId);
  const ofEvents = [{ field: 'entryId', op: '>', value: '' }] as const;
  const found = await Promise.all([
    newestOf(context, 'standings', { where: { userId }, ...of }, ofStanding),
    newestOf(context, 'rsvps', { where: { userId }, ...of }, ofRsvp),
    newestOf(context, 'polls', { where: { creatorId: userId }, ...of }, ofPoll),
    ...inChunks(groupIds).map((groupId) =>
      newestOf(context, 'notices', { where: { groupId }, filter: ofEvents, ...of }, ofNotice),
    ),
  ]);
  return found.flat();
};

/** The items of a person, newest first. They are read where they are; nothing is stored per person. */
export const itemsOf = async (context: Reading, reader: Reader): Promise<readonly Item[]> => {
  const of = { reader, since: ancient(reader.now) };
  const audiences = [reader.userId, ...reader.memberships.map(({ groupId }) => groupId)];
  const [changes, ...concerns] = await Promise.all([
    changesSince(context, of),
    ...inChunks(audiences).map((audienceId) =>
      newestOf(context, 'concerns', { where: { audienceId }, ...of }, ofConcern),
    ),
  ]);
  return merged([...changes, ...concerns.flat()], reader);
};

/** How many unread items are not of messages. */
export const countChanges = async (context: Reading, reader: Reader): Promise<number> => {
  const changes = await changesSince(context, { reader, since: unseenSince(reader) });
  return Math.min(merged(changes, reader).length, MAX_UNREAD);
};

/** Unread items. One of a message is read with the chat. */
export const countUnreadItems = async ({ reads }: Reading, items: readonly Item[], reader: Reader): Promise<number> => {
  const { userId } = reader;
  const news = items.filter(({ at }) => at > unseenSince(reader));
  const groupIds = [...new Set(news.flatMap(({ messageId, groupId }) => (messageId === undefined ? [] : [groupId])))];
  const markers = await reads.active.getMany(
    'readMarkers',
    groupIds.map((groupId) => ownGroupId(userId, groupId)),
  );
  const isRead = ({ messageId, groupId, order }: Item): boolean =>
    messageId !== undefined && order <= (markers.get(ownGroupId(userId, groupId))?.order ?? '');
  return Math.min(news.filter((item) => !isRead(item)).length, MAX_UNREAD);
};

/** Up to when the person has seen Activity. */
export const seenActivity = async ({ reads }: Reading, userId: string): Promise<ActivityMarkDocument['upTo'] | null> =>
  (await reads.active.get('activityMarks', userId))?.upTo ?? null;
