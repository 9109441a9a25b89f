import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { EventSpan, NoticeKind } from '@quorum/contracts/message/wire.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { NoticeDocument } from '@quorum/service-kit/reads/message.ts';
import { type Handlers, onErasure, put, putAll, type Ref, removeWhere } from '../model.ts';

type OfEntry = { readonly data: { readonly entryId: string } };

type OfMember = { readonly data: { readonly groupId: string; readonly userId: string } };

type Noted = Pick<NoticeDocument, 'groupId' | 'kind' | 'userId'> & Partial<NoticeDocument>;

const note = ({ id, position, recordedAt }: StoredEvent, noted: Noted): NoticeDocument => ({
  id,
  order: position,
  at: recordedAt,
  creatorId: null,
  entryId: null,
  entry: null,
  ...noted,
});

const cameOrWent = (kind: NoticeKind) => (event: StoredEvent & OfMember) =>
  note(event, { groupId: event.data.groupId, kind, userId: event.data.userId });

const readEntry = ({ data }: OfEntry): readonly Ref[] => [{ collection: 'entries', id: data.entryId }];

const spanOf = ({ startsAt, endsAt }: EventSpan): EventSpan => ({ startsAt, endsAt });

const isSame = (a: EventSpan, b: EventSpan): boolean => a.startsAt === b.startsAt && a.endsAt === b.endsAt;

/** A cancellation by moderation, with a removed member, or by erasure creates no notice. */
const isBySystem = ({ metadata }: StoredEvent): boolean => metadata.actor.startsWith('system:');

/** Notices in a group's chat about its entries and members. */
export const notices = {
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
        const entry = read('entries', entryId);
        if (entry === undefined || groupId === MY_SCHEDULE || isBySystem(event)) return [];
        const cancelled = { name: entry.name, from: spanOf(entry), to: null };
        const { actor: userId } = event.metadata;
        return [note(event, { groupId, kind: 'cancelled', userId, creatorId, entryId, entry: cancelled })];
      },
      readEntry,
    ),
  ],
  MemberJoined: [put('notices', cameOrWent('joined'))],
  MemberLeft: [put('notices', cameOrWent('left'))],
  MemberRemoved: [put('notices', cameOrWent('removed'))],
  /** Moderation also removes the announced entry. It has the message's id, and its name is encrypted with the message's key. */
  MessageRemoved: [removeWhere('notices', ({ data }) => ({ entryId: data.messageId }))],
  MessageErased: [removeWhere('notices', ({ data }) => ({ entryId: data.messageId }))],
  /** Notices about membership stay, without a name. Notices about the person's entries are removed. */
  ...onErasure(removeWhere('notices', ({ data }) => ({ creatorId: data.userId }))),
} satisfies Handlers;
