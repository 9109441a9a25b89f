import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventChangeView, VersionView } from '@quorum/contracts/entry/undo.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { type Difference, differences, type Viewer } from './history-words.ts';

/** A version that can be put back. */
export type Restorable = {
  /** The event, or the one date that it is about. */
  readonly eventId: string;
  readonly revision: number;
  readonly version: VersionView;
  /** The differences that it would make. */
  readonly differences: readonly Difference[];
  /** It would move the event, and its time is still ahead. */
  readonly isMoved: boolean;
  /** It would move the event to a time that has passed, which is left out. */
  readonly hasPassed: boolean;
};

/** The event that a history is about. It may be deleted. */
export type HistoryEvent = Pick<
  EventView,
  '_id' | 'seriesId' | 'name' | 'groupId' | 'groupName' | 'isMyQEvent' | 'createdBy' | 'endsAt'
>;

type Changes = readonly EventChangeView[];

/** The newest change of the same thing: of the whole event, or of one date, which follows the whole. */
const newestOf = (known: Changes, occurrence: string | undefined): EventChangeView | undefined =>
  known.find((change) => change.occurrence === undefined || change.occurrence === occurrence);

/** A day beside a clock: single events and single dates have one, the pattern of a series has none. */
const isOneDate = (change: EventChangeView, newest: EventChangeView): boolean =>
  change.occurrence !== undefined && newest.occurrence === change.occurrence;

const MOVES = ['Date', 'Time'];
const TIMES = [...MOVES, 'Length'];

/** Whether nothing can be put back. The coming dates of a series can. */
const isOver = ({ seriesId, endsAt }: HistoryEvent, { now }: Viewer): boolean =>
  seriesId === undefined && Date.parse(endsAt) <= now;

type Versions = { readonly now: VersionView; readonly then: VersionView };

/** The version of a change, and the one that it would replace. */
const versionsOf = (newest: EventChangeView | undefined, { now: then }: EventChangeView): Versions | undefined =>
  newest?.now && then !== null && then.name !== null ? { now: newest.now, then } : undefined;

/** The differences that restoring a version makes. @param hasDay whether the version has a day of its own, and not only a rule */
const effectOf = (differences: readonly Difference[], { then }: Versions, hasDay: boolean, { now }: Viewer) => {
  const isPast = hasDay && Date.parse(then.startsAt) <= now;
  const isMoved = hasDay && differences.some(({ field }) => MOVES.includes(field));
  return {
    differences: isPast ? differences.filter(({ field }) => !TIMES.includes(field)) : differences,
    isMoved: isMoved && !isPast,
    hasPassed: isMoved && isPast,
  };
};

/** @param known the changes up to this one, the newest first. Undefined if there is nothing to put back. */
export const restorableIn = (
  known: Changes,
  change: EventChangeView,
  event: HistoryEvent,
  viewer: Viewer,
): Restorable | undefined => {
  const { occurrence = null, revision } = change;
  const newest = newestOf(known, change.occurrence);
  const versions = versionsOf(newest, change);
  if (newest === undefined || versions === undefined || isOver(event, viewer)) return undefined;
  const all = differences(versions.now, versions.then, viewer, isOneDate(change, newest));
  const effect = effectOf(all, versions, event.seriesId === undefined || occurrence !== null, viewer);
  if (effect.differences.length === 0) return undefined;
  const eventId = eventIdOf({ entryId: event.seriesId ?? event._id, occurrence });
  return { eventId, revision, version: versions.then, ...effect };
};
