import type { DeletedEventView } from '@quorum/contracts/entry/undo.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { collectionOf } from './collection.ts';
import type { EntryDocument } from './entry.ts';
import type { SeriesDocument } from './series.ts';

/**
 * An entry, a series or one date of a series that was deleted, with the data that restoring it needs: a date is still in its series. Kept
 * until its text is erased; 30 days later it can no longer be restored. Id: the event's.
 */
export type DeletedEntryDocument = {
  readonly id: string;
  readonly entryId: string;
  readonly groupId: string;
  readonly ownerKey: string;
  readonly creatorId: string;
  readonly deletedBy: string;
  /** UTC, ISO 8601. */
  readonly deletedAt: string;
  readonly name: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly entry: EntryDocument | null;
  readonly series: SeriesDocument | null;
};

export const deletedEntryCollections = {
  deletedEntries: collectionOf<DeletedEntryDocument>(
    { group: 'ownerKey', person: 'creatorId' },
    ['ownerKey', 'deletedBy', 'deletedAt', 'id'],
    ['creatorId'],
    ['entryId'],
  ),
};

const kindOf = ({ entry, series }: DeletedEntryDocument): DeletedEventView['kind'] => {
  if (series !== null) return 'series';
  return entry === null ? 'date' : 'event';
};

const patternOf = (series: SeriesDocument | null): Pick<DeletedEventView, 'pattern'> => {
  const part = series?.parts.at(-1);
  if (part === undefined) return {};
  const { rule: repeats, date, time, timeZone, duration } = part;
  return { pattern: { repeats, date, time, timeZone, duration } };
};

export const deletedEventView = (deleted: DeletedEntryDocument): DeletedEventView => ({
  _id: deleted.id,
  kind: kindOf(deleted),
  name: deleted.name ?? '',
  startsAt: deleted.startsAt,
  endsAt: deleted.endsAt,
  deletedAt: deleted.deletedAt,
  ...(deleted.groupId === MY_SCHEDULE ? {} : { groupId: deleted.groupId }),
  createdBy: deleted.creatorId,
  ...patternOf(deleted.series),
});
