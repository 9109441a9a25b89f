import type { EventSpan, NoticeKind, NoticeView, SeriesMove } from '@quorum/contracts/message/wire.ts';
import { type PersonFacts, type personJoin, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { distinct, type JoinsOf } from './joins.ts';

/**
 * One notice of a chat: an entry was moved or cancelled, or a member joined, left or was removed. Id: its event's. `order` is the
 * event's log position, as with messages. `userId` is the actor, or the member. `entry` has the entry's name and time at that
 * moment; `to` only if it was moved.
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
  readonly entry: {
    readonly name: string | null;
    readonly from: EventSpan;
    readonly to: EventSpan | null;
    readonly series?: SeriesMove | undefined;
  } | null;
};

export const noticeCollections = {
  /** That a person came or went stays when they are erased; the fold removes what they did to entries. */
  notices: collectionOf<NoticeDocument>(
    { group: 'groupId' },
    ['groupId', 'order'],
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

/** @param person absent if deleted. */
const noticeView = (
  { id, groupId, kind, userId, entry, at, order }: NoticeDocument,
  person: PersonFacts | undefined,
): NoticeView => ({
  _id: id,
  groupId,
  kind,
  person: personView(userId, person),
  ...(entry === null
    ? {}
    : {
        event: {
          name: entry.name ?? '',
          from: entry.from,
          ...(entry.to === null ? {} : { to: entry.to }),
          ...(entry.series === undefined ? {} : { series: entry.series }),
        },
      }),
  createdAt: at,
  order,
});
