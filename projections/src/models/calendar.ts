import { entryFacts } from '@quorum/domain/entry/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { EntryDocument } from '@quorum/service-kit/documents/collections.ts';
import { ownerKeyOf } from '@quorum/service-kit/documents/keys.ts';
import { change, type Handlers, type Model, onErasure, put, remove, removeWhere, together } from './model.ts';
import { notices } from './notices.ts';

const entryId = ({ data }: { readonly data: { readonly entryId: string } }): string => data.entryId;

const changed = (
  entry: EntryDocument,
  { data, revision }: EventOf<'EntryDetailsChanged' | 'EntryRescheduled'>,
): EntryDocument => ({ ...entry, ...entryFacts(data), revision });

/** Calendar entries of groups and people. */
const entryDocuments: Handlers = {
  EntryScheduled: [
    put('entries', ({ data, recordedAt, revision }) => {
      const { id, ...said } = entryFacts(data);
      return { id, ownerKey: ownerKeyOf(data), ...said, createdAt: recordedAt, revision };
    }),
  ],
  EntryDetailsChanged: [change('entries', entryId, changed)],
  EntryRescheduled: [change('entries', entryId, changed)],
  EntryCancelled: [remove('entries', entryId)],
  GroupDeleted: [removeWhere('entries', ({ data }) => ({ ownerKey: data.groupId }))],
  ...onErasure(removeWhere('entries', ({ data }) => ({ creatorId: data.userId }))),
};

/**
 * Calendar entries and the notices in the chats. They form one model because a notice needs the previous name and time of its
 * entry, and a fold only reads documents of its own model.
 */
export const calendar: Model = {
  name: 'calendar',
  version: 2,
  collections: ['entries', 'notices'],
  on: together(entryDocuments, notices),
};
