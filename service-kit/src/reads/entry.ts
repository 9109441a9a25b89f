import { eachText } from '@quorum/contracts/entry/texts.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { deterministicUuid } from '../deterministic-uuid.ts';
import { type PersonFacts, personJoin, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { groupJoin } from './group.ts';
import { distinct, type JoinsOf, join } from './joins.ts';

/** `ownerKey` is {@link ownerKeyOf} the entry, and is what range queries name. */
export type EntryDocument = Omit<Entry, 'status' | 'series' | 'deletions' | 'uid'> & {
  readonly ownerKey: string;
  /** For an imported entry. */
  readonly uidKey: string | null;
};

export const entryCollections = {
  // In the order of a page. The end is in the index, so that entries that do not overlap are skipped without reading their documents.
  entries: collectionOf<EntryDocument>(
    { group: 'ownerKey', person: 'creatorId', isApart: true },
    ['ownerKey', 'startsAt', 'id', 'endsAt'],
    ['creatorId', 'createdAt'],
    ['creatorId', 'importedAt'],
    ['ownerKey', 'creatorId', 'uidKey'],
    ['ownerKey', 'creatorId', 'startsAt', 'id'],
  ),
};

type Shown = Omit<
  EntryDocument,
  'ownerKey' | 'uidKey' | 'createdAt' | 'changedAt' | 'position' | 'seats' | 'guestsEach' | 'placeBefore'
>;

/** @param groupName empty for personal entries. */
export const entryView = (entry: Shown, groupName: string, creator: PersonFacts | undefined): EventView => ({
  _id: entry.id,
  id: entry.id,
  ...eachText((name) => entry[name] ?? ''),
  date: entry.date,
  time: entry.time,
  timeZone: entry.timeZone,
  duration: entry.duration,
  startsAt: entry.startsAt,
  endsAt: entry.endsAt,
  groupId: entry.groupId,
  groupName,
  isMyQEvent: entry.groupId === MY_SCHEDULE,
  createdBy: entry.creatorId,
  creator: personView(entry.creatorId, creator),
  revision: entry.revision,
  placeRevision: entry.placeRevision,
  reminder: entry.reminder,
  ...(entry.importedAt !== null && { imported: true as const }),
});

/** The joins of an entry's view. */
export const entryJoins = { people: personJoin, groups: groupJoin };

export type EntryJoins = JoinsOf<typeof entryJoins>;

/** The people and the names of groups that entries refer to, with one look-up per kind. */
export const entryNames = async (
  joins: EntryJoins,
  entries: readonly Pick<EntryDocument, 'groupId' | 'creatorId'>[],
) => {
  const groupIds = distinct(entries.map(({ groupId }) => groupId)).filter((id) => id !== MY_SCHEDULE);
  const [groups, people] = await Promise.all([
    joins.groups(groupIds),
    joins.people(distinct(entries.map(({ creatorId }) => creatorId))),
  ]);
  return { people, groupName: (groupId: string): string => groups.get(groupId)?.name ?? '' };
};

/** Entries as clients see them, with groups and creators joined. */
export const presentEntries = async (joins: EntryJoins, entries: readonly EntryDocument[]): Promise<EventView[]> => {
  if (entries.length === 0) return [];
  const { groupName, people } = await entryNames(joins, entries);
  return entries.map((entry) => {
    const { groupId, creatorId } = entry;
    return entryView(entry, groupName(groupId), people.get(creatorId));
  });
};

/** Owner key of personal entries. */
export const personalOwnerKey = (userId: string): string => `user-${userId}`;

/** The calendar an entry belongs to: the group's, or its creator's own. */
export const ownerKeyOf = (entry: { readonly groupId: string; readonly creatorId: string }): string =>
  entry.groupId === MY_SCHEDULE ? personalOwnerKey(entry.creatorId) : entry.groupId;

/** By which an entry is found in the calendar that it belongs to. */
export const ownedBy = (entry: Pick<Entry, 'groupId' | 'creatorId' | 'uid'>) => {
  const ownerKey = ownerKeyOf(entry);
  return { ownerKey, uidKey: entry.uid === null ? null : uidKeyOf(ownerKey, entry.uid) };
};

export const entryDocument = ({ series: _, deletions: __, ...entry }: Entry): EntryDocument => {
  const { uid: ___, ...kept } = entry;
  return { ...kept, ...ownedBy(entry) };
};

/** Single entries that are not cancelled. */
export const entryJoin = join(entryCollections, {
  collection: 'entries',
  stream: entryStream,
  fold: entryDecider,
  document: (entry) => (entry.status === 'scheduled' && entry.series === null ? entryDocument(entry) : undefined),
});

/** In place of the name that another calendar gives an event, which is a text. */
export const uidKeyOf = (ownerKey: string, uid: string): string => deterministicUuid(`uid ${ownerKey} ${uid}`);
