import type { PersonView } from '../account/wire.ts';
import { MY_SCHEDULE } from '../kernel/limits.ts';
import { expand, type Occurrence, type Part, type Series, type WallTimes, type Window } from '../time/series.ts';
import { eventIdOf } from './event-id.ts';
import type { EventView } from './wire.ts';

type Texts = Pick<EventView, 'name' | 'description' | 'location'>;

/** A date with texts or a time of its own. */
type ChangedDate = Partial<Texts> & { readonly occurrence: string; readonly times?: WallTimes | undefined };

/** An event that repeats, from which all its dates follow. */
export type SeriesView = Series<Part & Texts, ChangedDate> & {
  readonly _id: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly createdBy: string;
  readonly creator: PersonView;
  /** Revision of the series; the newer view wins. */
  readonly revision: number;
};

type Found = Occurrence<SeriesView['parts'][number], ChangedDate>;

export const eventOf = (
  series: SeriesView,
  { occurrence, times, part, exception, startsAt, endsAt }: Found,
): EventView => {
  const { _id: seriesId, groupId, groupName, createdBy, creator, revision } = series;
  const id = eventIdOf({ entryId: seriesId, occurrence });
  return {
    _id: id,
    id,
    name: exception?.name ?? part.name,
    description: exception?.description ?? part.description,
    location: exception?.location ?? part.location,
    ...times,
    startsAt,
    endsAt,
    groupId,
    groupName,
    isMyQEvent: groupId === MY_SCHEDULE,
    createdBy,
    creator,
    revision,
    placeRevision: 0,
    seriesId,
    occurrence,
    repeats: part.rule,
  };
};

/** The dates of a series that overlap a window, as events, by start. */
export const eventsOfSeries = (series: SeriesView, window: Window): EventView[] =>
  expand(series, window).map((found) => eventOf(series, found));
