import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventSpan, NoticedEvent, NoticeKind, NoticeView, SeriesMove } from '@quorum/contracts/message/wire.ts';
import { type PersonFacts, type personJoin, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { distinct, type JoinsOf } from './joins.ts';

/**
 * Something that happened to an entry, or a member who joined, left or was removed. Id: its event's. `order` is the event's log
 * position, as with messages. `userId` is the actor, or the member. `entry` has the entry's name and time at that moment; `to` only if
 * it was moved.
 */
export type NoticeDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly kind: NoticeKind;
  readonly userId: string;
  /** Whose entry it names. */
  readonly creatorId: string | null;
  readonly order: string;
  readonly at: string;
  readonly entryId: string | null;
  /** For one date of a series. */
  readonly occurrence?: string;
  readonly entry: {
    readonly name: string | null;
    readonly from: EventSpan;
    readonly to: EventSpan | null;
    readonly series?: SeriesMove | undefined;
    readonly oldName?: string;
  } | null;
  /** For imported events. */
  readonly count?: number;
};

export const noticeCollections = {
  /** That a person came or went stays when they are erased; the fold removes what they did to entries. */
  notices: collectionOf<NoticeDocument>(
    { group: 'groupId' },
    ['groupId', 'order'],
    ['groupId', 'at'],
    ['userId', 'kind'],
    ['creatorId'],
    ['entryId'],
  ),
};

/** Notices as clients see them, with the people joined. */
export const presentNotices = async (
  joins: JoinsOf<{ people: typeof personJoin }>,
  notices: readonly NoticeDocument[],
): Promise<NoticeView[]> => {
  if (notices.length === 0) return [];
  const people = await joins.people(distinct(notices.map(({ userId }) => userId)));
  return notices.map((notice) => noticeView(notice, people.get(notice.userId)));
};

/** The event, or the date of one, that a notice is about. */
export const noticedId = ({ entryId, occurrence }: NoticeDocument): string | undefined =>
  entryId === null ? undefined : eventIdOf({ entryId, occurrence: occurrence ?? null });

const noticedEvent = (notice: NoticeDocument): NoticedEvent | undefined => {
  const { entry, creatorId } = notice;
  const _id = noticedId(notice);
  if (entry === null || _id === undefined) return undefined;
  const { name, from, to, series, oldName } = entry;
  return {
    _id,
    creatorId: creatorId ?? '',
    name: name ?? '',
    from,
    ...(to !== null && { to }),
    ...(series !== undefined && { series }),
    ...(oldName !== undefined && { oldName }),
  };
};

/** @param person absent if deleted. */
const noticeView = (notice: NoticeDocument, person: PersonFacts | undefined): NoticeView => {
  const { id, groupId, kind, userId, at, order, count } = notice;
  const event = noticedEvent(notice);
  const about = { ...(event && { event }), ...(count !== undefined && { count }) };
  return { _id: id, groupId, kind, person: personView(userId, person), ...about, createdAt: at, order };
};
