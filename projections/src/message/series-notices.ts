import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { SeriesMove } from '@quorum/contracts/message/wire.ts';
import { hasSameTimes, type SeriesPart } from '@quorum/domain/entry/series.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { NoticeDocument } from '@quorum/service-kit/reads/notice.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { type Handlers, putAll, type Ref } from '../model.ts';
import { changedEntry, note, type OfEntry, readEntry, spanOf } from './note.ts';

const readSeries = ({ data }: OfEntry): readonly Ref[] => [{ collection: 'series', id: data.entryId }];

export const readEntryOrSeries = (event: OfEntry): readonly Ref[] => [...readEntry(event), ...readSeries(event)];

type Told = NonNullable<NoticeDocument['entry']>;

const ruleTime = ({ rule, date, time, timeZone }: SeriesMove['from']): SeriesMove['from'] => ({
  rule,
  date,
  time,
  timeZone,
});

/** The part that has dates from this one on. */
const partAt = ({ parts }: SeriesDocument, date: string): SeriesPart | undefined =>
  parts.findLast((part) => part.date <= date && (part.lastDate === null || part.lastDate >= date));

/** The texts of one date at that moment. */
const textsOn = (series: SeriesDocument, date: string) => {
  const { name = null, location = null } = partAt(series, date) ?? {};
  const own = series.changed.find(({ occurrence }) => occurrence === date) ?? {};
  const of = <F extends 'name' | 'location'>(field: F, usual: string | null): string | null => {
    const changed = (own as { readonly [N in F]?: string | null })[field];
    return changed === undefined ? usual : changed;
  };
  return { name: of('name', name), location: of('location', location) };
};

/** The name of one date at that moment. */
export const nameOn = (series: SeriesDocument, date: string): string | null => textsOn(series, date).name;

const aboutSeries = (
  event: EventOf<'SeriesSet' | 'SeriesEnded' | 'OccurrenceChanged' | 'OccurrenceCancelled' | 'OccurrenceRestored'>,
  kind: NoticeDocument['kind'],
  entry: Told,
): readonly NoticeDocument[] => {
  const { groupId, creatorId, entryId } = event.data;
  if (groupId === MY_SCHEDULE) return [];
  const of = 'occurrence' in event.data ? { occurrence: event.data.occurrence } : {};
  return [note(event, { groupId, kind, userId: event.metadata.actor, creatorId, entryId, ...of, entry })];
};

/** The notice of a series that was deleted with all its dates. */
export const cancelledSeries = (series: SeriesDocument | undefined): Told | undefined => {
  const last = series?.parts.at(-1);
  if (last === undefined) return undefined;
  const move = { since: last.date, from: ruleTime(last), to: null };
  return { name: last.name, from: spanOf(last), to: null, series: move };
};

/** Notices about series and single dates of them. New texts are no notice, nor is a series that begins. */
export const seriesNotices = {
  SeriesSet: [
    putAll(
      'notices',
      (event, read) => {
        const series = read('series', event.data.entryId);
        // If one command changes several parts, the first replaces the part that had these dates.
        const before = series && partAt(series, event.data.from);
        if (before === undefined || hasSameTimes(before, event.data)) return [];
        const { from, date } = event.data;
        // A part that is put back began before it was changed.
        const move = { since: date < from ? from : date, from: ruleTime(before), to: ruleTime(event.data) };
        const details = { name: event.data.name, from: spanOf(before), to: spanOf(event.data), series: move };
        return aboutSeries(event, 'series-moved', details);
      },
      readSeries,
    ),
  ],
  SeriesEnded: [
    putAll(
      'notices',
      (event, read) => {
        const series = read('series', event.data.entryId);
        const before = series && (partAt(series, event.data.from) ?? series.parts.at(-1));
        if (before === undefined) return [];
        const move = { since: event.data.from, from: ruleTime(before), to: null };
        return aboutSeries(event, 'series-ended', { name: before.name, from: spanOf(before), to: null, series: move });
      },
      readSeries,
    ),
  ],
  OccurrenceChanged: [
    putAll(
      'notices',
      (event, read) => {
        const { entryId, occurrence, changed, was, becomes } = event.data;
        const series = read('series', entryId);
        if (series === undefined) return [];
        const before = { ...textsOn(series, occurrence), ...was };
        const name = changed.includes('name') ? event.data.name : before.name;
        if (changed.includes('times')) return aboutSeries(event, 'moved', { name, from: was, to: becomes });
        const location = changed.includes('location') ? event.data.location : before.location;
        const entry = changedEntry(before, { name, location });
        return entry === null ? [] : aboutSeries(event, 'changed', entry);
      },
      readSeries,
    ),
  ],
  OccurrenceCancelled: [
    putAll(
      'notices',
      (event, read) => {
        const { entryId, occurrence, was } = event.data;
        const series = read('series', entryId);
        if (series === undefined) return [];
        return aboutSeries(event, 'cancelled', { name: nameOn(series, occurrence), from: was, to: null });
      },
      readSeries,
    ),
  ],
  OccurrenceRestored: [
    putAll(
      'notices',
      (event, read) => {
        const deleted = read('deletedEntries', eventIdOf(event.data));
        if (deleted === undefined) return [];
        return aboutSeries(event, 'restored', { name: deleted.name, from: spanOf(deleted), to: null });
      },
      ({ data }) => [{ collection: 'deletedEntries', id: eventIdOf(data) }],
    ),
  ],
} satisfies Handlers;
