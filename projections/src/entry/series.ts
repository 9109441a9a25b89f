import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { evolveSeries, noSeries, type SeriesEvent } from '@quorum/domain/entry/series.ts';
import { ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import { boundsOf, type SeriesDocument, seriesDocument } from '@quorum/service-kit/reads/series.ts';
import { change, fold, type Handlers, putAll, remove } from '../model.ts';

const entryId = ({ data }: { readonly data: { readonly entryId: string } }): string => data.entryId;

const after = (series: SeriesDocument, event: SeriesEvent): SeriesDocument => {
  const next = evolveSeries(series, event, event.revision);
  return { ...series, ...next, ...boundsOf(next), revision: event.revision, changedAt: event.recordedAt };
};

/**
 * One document per series. An entry that starts to repeat moves here from `entries`. The fold is that of the aggregate, and uses no
 * time zone data.
 */
export const seriesDocuments = {
  EntryImported: [
    putAll('series', (event) => {
      const entry = entryDecider.evolve(entryDecider.initial, event);
      return entry.series === null ? [] : [seriesDocument(entry, entry.series)];
    }),
  ],
  SeriesSet: [
    fold(
      'series',
      entryId,
      (series, event, read) => {
        const { entryId: id, groupId, creatorId } = event.data;
        const entry = read('entries', id);
        if (series !== undefined) return after(series, event);
        // Events about erased entries find none.
        if (entry === undefined) return null;
        const { uidKey, importedAt, createdAt, changedAt, revision, seats, guestsEach, reminder } = entry;
        const bounds = { startsAt: '', endsAt: '' };
        const owned = { id, ownerKey: ownerKeyOf(event.data), groupId, creatorId, uidKey, importedAt };
        const kept = { createdAt, changedAt, revision, seats, guestsEach, reminder };
        return after({ ...owned, ...kept, ...noSeries, ...bounds }, event);
      },
      ({ data }) => [{ collection: 'entries', id: data.entryId }],
    ),
    // The answers given before now count for the first date.
    fold(
      'attendances',
      entryId,
      (known, { data }, read) => (read('entries', data.entryId) === undefined ? (known ?? null) : null),
      ({ data }) => [{ collection: 'entries', id: data.entryId }],
    ),
    remove('entries', entryId),
  ],
  SeriesEnded: [change('series', entryId, after)],
  OccurrenceChanged: [change('series', entryId, after)],
  OccurrenceCancelled: [change('series', entryId, after)],
  OccurrenceRestored: [change('series', entryId, after)],
  EntrySeatsSet: [
    change('series', entryId, (series, { data: { seats, guestsEach }, revision, recordedAt: changedAt }) => ({
      ...series,
      seats,
      guestsEach,
      revision,
      changedAt,
    })),
  ],
  EntryReminderSet: [
    change('series', entryId, (series, { data, revision, recordedAt: changedAt }) => ({
      ...series,
      reminder: data.minutes,
      revision,
      changedAt,
    })),
  ],
  EntryCancelled: [remove('series', entryId)],
} satisfies Handlers;
