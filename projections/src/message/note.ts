import type { EventSpan } from '@quorum/contracts/message/wire.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { NoticeDocument } from '@quorum/service-kit/reads/notice.ts';
import type { Ref } from '../model.ts';

type Noted = Pick<NoticeDocument, 'groupId' | 'kind' | 'userId'> & Partial<NoticeDocument>;

export const note = ({ id, position, recordedAt }: StoredEvent, noted: Noted): NoticeDocument => ({
  id,
  order: position,
  at: recordedAt,
  creatorId: null,
  entryId: null,
  entry: null,
  ...noted,
});

export type OfEntry = { readonly data: { readonly entryId: string } };

export const readEntry = ({ data }: OfEntry): readonly Ref[] => [{ collection: 'entries', id: data.entryId }];

/** The notice for a change of texts: that the place changed, else that the event has another name. */
export const changedEntry = (
  before: { readonly name: string | null; readonly location: string | null } & EventSpan,
  { name, location }: { readonly name: string | null; readonly location: string | null },
): NoticeDocument['entry'] => {
  if (before.name === null || (name === before.name && location === before.location)) return null;
  const oldName = location === before.location ? before.name : (name ?? '');
  return { name, from: spanOf(before), to: null, oldName };
};

export const spanOf = ({ startsAt, endsAt }: EventSpan): EventSpan => ({ startsAt, endsAt });

/** A cancellation by moderation, with a removed member, or by erasure creates no notice. */
export const isBySystem = ({ metadata }: StoredEvent): boolean => metadata.actor.startsWith('system:');
