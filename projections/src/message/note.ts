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

export const spanOf = ({ startsAt, endsAt }: EventSpan): EventSpan => ({ startsAt, endsAt });

/** A cancellation by moderation, with a removed member, or by erasure creates no notice. */
export const isBySystem = ({ metadata }: StoredEvent): boolean => metadata.actor.startsWith('system:');
