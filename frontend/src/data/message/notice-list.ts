import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { entryIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { NoticeView } from '@quorum/contracts/message/wire.ts';

/** The notices of a chat, oldest first, and the pure changes they go through. Each gives the same array back when nothing changes. */
type Notices = readonly NoticeView[];

/** Each once. */
export const mergedNotices = (known: Notices, more: Notices): Notices => {
  const ids = new Set(known.map(({ _id }) => _id));
  const added = more.filter(({ _id }) => !ids.has(_id));
  return added.length === 0 ? known : [...known, ...added].sort((a, b) => (a.order < b.order ? -1 : 1));
};

export const withPersonInNotices = (notices: Notices, person: PersonView): Notices =>
  notices.some((notice) => notice.person._id === person._id)
    ? notices.map((notice) => (notice.person._id === person._id ? { ...notice, person } : notice))
    : notices;

/** A person whose account was deleted. Without an id, nothing reveals who that was. */
export const nobody = (id = ''): PersonView => ({
  _id: id,
  id,
  firstName: '',
  lastName: '',
  profilePictureUrl: null,
});

/** A date of a series goes with it. */
export const withoutEntry = (notices: Notices, entryId: string): Notices => {
  const kept = notices.filter(({ event }) => event === undefined || entryIdOf(event._id) !== entryId);
  return kept.length === notices.length ? notices : kept;
};

/** Without the events of a deleted account. The notices that it joined and left stay, without a name. */
export const withoutPerson = (notices: Notices, userId: string): Notices => {
  const kept = notices.filter(({ event }) => event?.creatorId !== userId);
  return withPersonInNotices(kept.length === notices.length ? notices : kept, nobody(userId));
};
