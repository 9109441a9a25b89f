import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { DeletedEntryDocument } from '@quorum/service-kit/reads/deleted-entry.ts';
import { ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { spanOf } from '../message/note.ts';
import { nameOn, readEntryOrSeries } from '../message/series-notices.ts';
import { fold, type Handlers, putAll, type Reader, type Ref, remove, removeWhere } from '../model.ts';

type Cancelled = EventOf<'EntryCancelled' | 'OccurrenceCancelled'>;

const entryId = ({ data }: { readonly data: { readonly entryId: string } }): string => data.entryId;

const dateId = ({ data }: EventOf<'OccurrenceCancelled' | 'OccurrenceRestored'>): string => eventIdOf(data);

const noted = ({ data, metadata, recordedAt }: Cancelled & Pick<StoredEvent, 'metadata' | 'recordedAt'>) => ({
  entryId: data.entryId,
  groupId: data.groupId,
  ownerKey: ownerKeyOf(data),
  creatorId: data.creatorId,
  deletedBy: metadata.actor,
  deletedAt: recordedAt,
});

const spanOfSeries = ({ parts }: SeriesDocument) => {
  const [first] = parts;
  return first === undefined ? { startsAt: '', endsAt: '' } : spanOf(first);
};

const deletedWhole = (event: EventOf<'EntryCancelled'>, read: Reader): readonly DeletedEntryDocument[] => {
  const id = event.data.entryId;
  const entry = read('entries', id);
  const series = read('series', id);
  if (entry !== undefined) return [{ id, ...noted(event), name: entry.name, ...spanOf(entry), entry, series: null }];
  if (series === undefined) return [];
  const name = series.parts.at(-1)?.name ?? null;
  return [{ id, ...noted(event), name, ...spanOfSeries(series), entry: null, series }];
};

const deletedDate = (event: EventOf<'OccurrenceCancelled'>, read: Reader): readonly DeletedEntryDocument[] => {
  const { entryId: id, occurrence, was } = event.data;
  const series = read('series', id);
  if (series === undefined) return [];
  const name = nameOn(series, occurrence);
  return [{ id: dateId(event), ...noted(event), name, ...was, entry: null, series: null }];
};

const readDeleted = ({ data }: { readonly data: { readonly entryId: string } }): readonly Ref[] => [
  { collection: 'deletedEntries', id: data.entryId },
];

/** Deleted events, until they are restored or their texts are erased. */
export const deletedDocuments = {
  EntryCancelled: [putAll('deletedEntries', deletedWhole, readEntryOrSeries)],
  OccurrenceCancelled: [putAll('deletedEntries', deletedDate, readEntryOrSeries)],
  EntryRestored: [
    fold(
      'entries',
      entryId,
      (known, { data, revision, position, recordedAt: changedAt }, read) => {
        const entry = read('deletedEntries', data.entryId)?.entry;
        return entry ? { ...entry, revision, position, changedAt } : (known ?? null);
      },
      readDeleted,
    ),
    fold(
      'series',
      entryId,
      (known, { data, revision, recordedAt: changedAt }, read) => {
        const series = read('deletedEntries', data.entryId)?.series;
        return series ? { ...series, revision, changedAt } : (known ?? null);
      },
      readDeleted,
    ),
    remove('deletedEntries', entryId),
  ],
  OccurrenceRestored: [remove('deletedEntries', dateId)],
  EntryPurged: [removeWhere('deletedEntries', ({ data }) => ({ entryId: data.entryId }))],
  /** Moderation removes an event with the message that announced it, which has its id. */
  MessageRemoved: [removeWhere('deletedEntries', ({ data }) => ({ entryId: data.messageId }))],
  MessageErased: [removeWhere('deletedEntries', ({ data }) => ({ entryId: data.messageId }))],
} satisfies Handlers;
