import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { EventSpan, NoticeKind } from '@quorum/contracts/message/wire.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { type Handlers, onErasure, put, putAll, removeWhere } from '../model.ts';
import { changedEntry, isBySystem, note, readEntry, spanOf } from './note.ts';
import { cancelledSeries, readEntryOrSeries, seriesNotices } from './series-notices.ts';

type OfMember = { readonly data: { readonly groupId: string; readonly userId: string } };

const cameOrWent = (kind: NoticeKind) => (event: StoredEvent & OfMember) =>
  note(event, { groupId: event.data.groupId, kind, userId: event.data.userId });

const isSame = (a: EventSpan, b: EventSpan): boolean => a.startsAt === b.startsAt && a.endsAt === b.endsAt;

/** Notices to a group about its entries and members. */
export const notices = {
  EntryScheduled: [
    putAll('notices', (event) => {
      const { entryId, groupId, creatorId, name } = event.data;
      if (groupId === MY_SCHEDULE) return [];
      const entry = { name, from: spanOf(event.data), to: null };
      // Somebody else may have made it of the creator's poll.
      const { actor: userId } = event.metadata;
      return [note(event, { groupId, kind: 'created', userId, creatorId, entryId, entry })];
    }),
  ],
  /** One for the whole import, under the import's id, because Activity looks for notices of something that is on the calendar. */
  EntryImported: [
    putAll('notices', (event) => {
      const { groupId, creatorId, importId: entryId, count } = event.data;
      if (groupId === MY_SCHEDULE || count === null) return [];
      return [note(event, { groupId, kind: 'imported', userId: creatorId, creatorId, entryId, count })];
    }),
  ],
  EntryDetailsChanged: [
    putAll(
      'notices',
      (event, read) => {
        const { entryId, groupId, creatorId } = event.data;
        const before = read('entries', entryId);
        const entry = before && changedEntry(before, event.data);
        if (!entry || groupId === MY_SCHEDULE) return [];
        return [note(event, { groupId, kind: 'changed', userId: creatorId, creatorId, entryId, entry })];
      },
      readEntry,
    ),
  ],
  EntryRescheduled: [
    putAll(
      'notices',
      (event, read) => {
        const { entryId, groupId, creatorId } = event.data;
        const entry = read('entries', entryId);
        // A new time zone with the same instants is not a move.
        if (entry === undefined || groupId === MY_SCHEDULE || isSame(entry, event.data)) return [];
        const moved = { name: entry.name, from: spanOf(entry), to: spanOf(event.data) };
        return [note(event, { groupId, kind: 'moved', userId: creatorId, creatorId, entryId, entry: moved })];
      },
      readEntry,
    ),
  ],
  EntryCancelled: [
    putAll(
      'notices',
      (event, read) => {
        const { entryId, groupId, creatorId } = event.data;
        if (groupId === MY_SCHEDULE || isBySystem(event)) return [];
        const entry = read('entries', entryId);
        const cancelled = entry
          ? { name: entry.name, from: spanOf(entry), to: null }
          : cancelledSeries(read('series', entryId));
        if (cancelled === undefined) return [];
        const { actor: userId } = event.metadata;
        return [note(event, { groupId, kind: 'cancelled', userId, creatorId, entryId, entry: cancelled })];
      },
      readEntryOrSeries,
    ),
  ],
  EntryRestored: [
    putAll(
      'notices',
      (event, read) => {
        const { entryId, groupId, creatorId } = event.data;
        const deleted = read('deletedEntries', entryId);
        if (deleted === undefined || groupId === MY_SCHEDULE) return [];
        const restored = deleted.series
          ? cancelledSeries(deleted.series)
          : { name: deleted.name, from: spanOf(deleted), to: null };
        const { actor: userId } = event.metadata;
        return [note(event, { groupId, kind: 'restored', userId, creatorId, entryId, entry: restored ?? null })];
      },
      ({ data }) => [{ collection: 'deletedEntries', id: data.entryId }],
    ),
  ],
  ...seriesNotices,
  MessagePinned: [
    putAll('notices', (event) => {
      const { groupId, by: userId, again } = event.data;
      return again ? [] : [note(event, { groupId, kind: 'pinned', userId })];
    }),
  ],
  MemberJoined: [put('notices', cameOrWent('joined'))],
  MemberLeft: [put('notices', cameOrWent('left'))],
  MemberRemoved: [put('notices', cameOrWent('removed'))],
  EntryPurged: [removeWhere('notices', ({ data }) => ({ entryId: data.entryId }))],
  /** Moderation also removes the announced entry. It has the message's id, and its name is encrypted with the message's key. */
  MessageRemoved: [removeWhere('notices', ({ data }) => ({ entryId: data.messageId }))],
  MessageErased: [removeWhere('notices', ({ data }) => ({ entryId: data.messageId }))],
  /** Notices about membership stay, without a name. Notices about the person's entries are removed. */
  ...onErasure(removeWhere('notices', ({ data }) => ({ creatorId: data.userId }))),
} satisfies Handlers;
