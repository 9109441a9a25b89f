import type { Revised } from '@quorum/contracts/entry/dates-answers.ts';
import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import { eachText, eventTexts } from '@quorum/contracts/entry/texts.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { DAY_MS, isoInstant } from '@quorum/contracts/time/instant.ts';
import type { Part, WallTimes } from '@quorum/contracts/time/series.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { EntrySeries } from '@quorum/domain/entry/series.ts';
import { type PersonFacts, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import {
  type EntryDocument,
  type EntryJoins,
  type entryJoin,
  entryNames,
  entryView,
  ownedBy,
  presentEntries,
} from './entry.ts';
import { distinct, type JoinsOf, join } from './joins.ts';

/**
 * An entry that repeats. Its dates are expanded when they are read; it is found by its last end. `startsAt` and `endsAt` enclose all
 * of them, a day generous, since a zone may change its law.
 */
export type SeriesDocument = Pick<
  EntryDocument,
  | 'id'
  | 'ownerKey'
  | 'groupId'
  | 'creatorId'
  | 'uidKey'
  | 'importedAt'
  | 'createdAt'
  | 'changedAt'
  | 'revision'
  | 'seats'
  | 'guestsEach'
  | 'reminder'
> &
  EntrySeries & { readonly startsAt: string; readonly endsAt: string };

export const seriesCollections = {
  series: collectionOf<SeriesDocument>(
    { group: 'ownerKey', person: 'creatorId', isApart: true },
    ['ownerKey', 'endsAt', 'id'],
    ['ownerKey', 'creatorId', 'endsAt', 'id'],
    ['creatorId', 'createdAt'],
    ['creatorId', 'importedAt'],
    ['ownerKey', 'creatorId', 'uidKey'],
  ),
};

/** Later than every event. */
const NEVER = '9999-12-31T00:00:00.000Z';

const shifted = (instant: string, ms: number): string => isoInstant(Date.parse(instant) + ms);

/** First start and last end, with dates that were moved. Asks no zone: its fold must give the same bytes for ever. */
export const boundsOf = ({ parts, changed, lastEndsAt }: EntrySeries): Pick<SeriesDocument, 'startsAt' | 'endsAt'> => {
  const moved = changed.flatMap(({ times }) => times ?? []);
  const starts = [...parts, ...moved].map(({ startsAt }) => startsAt).sort();
  const ends = moved.map(({ endsAt }) => shifted(endsAt, DAY_MS));
  return {
    startsAt: shifted(starts[0] ?? NEVER, -DAY_MS),
    endsAt: [lastEndsAt ?? NEVER, ...ends].sort().at(-1) ?? NEVER,
  };
};

export const seriesDocument = (
  { id, groupId, creatorId, uid, importedAt, createdAt, changedAt, revision, seats, guestsEach, reminder }: Entry,
  series: EntrySeries,
): SeriesDocument => ({
  id,
  ...ownedBy({ groupId, creatorId, uid }),
  groupId,
  creatorId,
  importedAt,
  createdAt,
  changedAt,
  revision,
  seats,
  guestsEach,
  reminder,
  ...series,
  ...boundsOf(series),
});

/** Entries that repeat and are not cancelled. */
export const seriesJoin = join(seriesCollections, {
  collection: 'series',
  stream: entryStream,
  fold: entryDecider,
  document: (entry) =>
    entry.status !== 'scheduled' || entry.series === null ? undefined : seriesDocument(entry, entry.series),
});

const timesOf = ({ date, time, timeZone, duration }: WallTimes): WallTimes => ({ date, time, timeZone, duration });

const partOf = ({ rule, lastDate, ...times }: Part): Part => ({ rule, ...timesOf(times), lastDate });

type Changed = EntrySeries['changed'][number];

const revisionsOf = ({ placeRevision, timesRevision }: Partial<Revised>): Partial<Revised> => ({
  ...(placeRevision === undefined ? {} : { placeRevision }),
  ...(timesRevision === undefined ? {} : { timesRevision }),
});

/** Texts are null once they were erased. */
const changedView = ({ occurrence, times, ...changed }: Changed) => ({
  occurrence,
  ...revisionsOf(changed),
  ...Object.fromEntries(
    eventTexts.flatMap((name) => (changed[name] === undefined ? [] : [[name, changed[name] ?? '']])),
  ),
  ...(times ? { times: timesOf(times) } : {}),
});

const seriesView = (series: SeriesDocument, groupName: string, creator: PersonFacts | undefined): SeriesView => ({
  _id: series.id,
  groupId: series.groupId,
  groupName,
  createdBy: series.creatorId,
  creator: personView(series.creatorId, creator),
  revision: series.revision,
  seats: series.seats,
  guestsEach: series.guestsEach,
  reminder: series.reminder,
  ...(series.importedAt !== null && { imported: true as const }),
  parts: series.parts.map((part) => ({
    ...partOf(part),
    placeRevision: part.placeRevision,
    timesRevision: part.timesRevision,
    ...eachText((name) => part[name] ?? ''),
  })),
  leftOut: series.leftOut,
  ...(series.gaps.length > 0 && { gaps: series.gaps }),
  changed: series.changed.filter(({ occurrence }) => !series.leftOut.includes(occurrence)).map(changedView),
});

/** Series as clients see them, with groups and creators joined. */
export const presentSeries = async (joins: EntryJoins, all: readonly SeriesDocument[]): Promise<SeriesView[]> => {
  if (all.length === 0) return [];
  const { groupName, people } = await entryNames(joins, all);
  return all.map((series) => seriesView(series, groupName(series.groupId), people.get(series.creatorId)));
};

/** Series as the messages that announce them show them: the last part, and the times of the dates. */
export const announcedSeries = async (joins: EntryJoins, all: readonly SeriesDocument[]): Promise<EventView[]> => {
  if (all.length === 0) return [];
  const { groupName, people } = await entryNames(joins, all);
  return all.flatMap((series) => {
    const latest = series.parts.at(-1);
    if (latest === undefined) return [];
    const { rule, lastDate: _, ...part } = latest;
    const entry = { ...series, ...part };
    const view = entryView(entry, groupName(series.groupId), people.get(series.creatorId));
    const moved = series.changed.flatMap(({ occurrence, times }) =>
      times ? [{ occurrence, times: timesOf(times) }] : [],
    );
    const dates = { parts: series.parts.map(partOf), leftOut: series.leftOut, changed: moved };
    return [{ ...view, repeats: rule, dates }];
  });
};

type EventJoins = EntryJoins & JoinsOf<{ entries: typeof entryJoin; series: typeof seriesJoin }>;

/** Single events and dates of series by their ids, without answers. Deleted ones are missing. */
export const eventsById = async (
  joins: EventJoins,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventView>> => {
  const named = ids.flatMap((id) => parseEventId(id) ?? []);
  const entryIds = distinct(named.map(({ entryId }) => entryId));
  const [entries, series] = await Promise.all([joins.entries(entryIds), joins.series(entryIds)]);
  const [single, repeating] = await Promise.all([
    presentEntries(joins, [...entries.values()]),
    presentSeries(joins, [...series.values()]),
  ]);
  const seriesOf = new Map(repeating.map((view) => [view._id, view]));
  const dates = named.flatMap(({ entryId, occurrence }) => {
    const view = seriesOf.get(entryId);
    return (view && occurrence !== null && eventOnDate(view, occurrence)) || [];
  });
  return new Map([...single, ...dates].map((event) => [event._id, event]));
};
