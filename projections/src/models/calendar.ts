import { ownerKeyOf } from '@quorum/service-kit/documents/keys.ts';
import { change, type Model, onErasure, put, remove, removeWhere } from './model.ts';

const entryId = ({ data }: { readonly data: { readonly entryId: string } }): string => data.entryId;

/** Calendar entries of groups and people. */
export const calendar: Model = {
  name: 'calendar',
  version: 1,
  streams: ['entry', 'group', 'user'],
  collections: ['entries'],
  on: {
    EntryScheduled: [
      put('entries', ({ data, recordedAt, revision }) => ({
        id: data.entryId,
        ownerKey: ownerKeyOf(data),
        groupId: data.groupId,
        creatorId: data.creatorId,
        name: data.name,
        description: data.description,
        location: data.location,
        date: data.date,
        time: data.time,
        timeZone: data.timeZone,
        duration: data.duration,
        startsAt: data.startsAt,
        endsAt: data.endsAt,
        createdAt: recordedAt,
        revision,
      })),
    ],
    EntryDetailsChanged: [
      change('entries', entryId, (entry, { data, revision }) => ({
        ...entry,
        name: data.name,
        description: data.description,
        location: data.location,
        revision,
      })),
    ],
    EntryRescheduled: [
      change('entries', entryId, (entry, { data, revision }) => ({
        ...entry,
        date: data.date,
        time: data.time,
        timeZone: data.timeZone,
        duration: data.duration,
        startsAt: data.startsAt,
        endsAt: data.endsAt,
        revision,
      })),
    ],
    EntryCancelled: [remove('entries', entryId)],
    GroupDeleted: [removeWhere('entries', ({ data }) => ({ ownerKey: data.groupId }))],
    ...onErasure(removeWhere('entries', ({ data }) => ({ creatorId: data.userId }))),
  },
};
