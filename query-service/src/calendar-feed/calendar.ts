import type { OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import { eventsOfSeries } from '@quorum/contracts/entry/series.ts';
import type { SeriesView } from '@quorum/contracts/entry/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import type { Window } from '@quorum/contracts/time/series.ts';
import { rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import type { FeedDocument } from '@quorum/service-kit/reads/calendar-feed.ts';
import { type EntryDocument, personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import { presentSeries, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { withAnswers } from '../attendance/dates.ts';
import { overlapping } from '../entry/events.ts';
import { seriesDocumentsIn } from '../entry/series.ts';
import { joinsOf, type Reading } from '../reading/context.ts';
import { addZones, type Shown, type Status } from './calendar-events.ts';
import { calendarPieces, eventText } from './calendar-text.ts';
import { NamedZones } from './time-zones.ts';

/** How the owner of the calendar comes to an event. */
type Answer = Pick<Shown, 'status' | 'dates'>;

const CONFIRMED: Answer = { status: 'CONFIRMED' };

const statusOf = ({ answer, place }: Pick<OwnRsvpView, 'answer' | 'place'>): Status => {
  if (answer === 'cant') return null;
  return answer === 'maybe' || place !== null ? 'TENTATIVE' : 'CONFIRMED';
};

/** From a whole day on, so that the file stays the same for that day. */
export const feedWindow = (now: number): Window => {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return { from: today - limits.feedBack, to: today + limits.feedAhead };
};

/** By date. */
const statusesIn = (series: SeriesView, window: Window): readonly (readonly [CalendarDate, Status])[] =>
  eventsOfSeries(series, window).flatMap(({ occurrence, mine }) =>
    occurrence === undefined || mine === undefined ? [] : [[occurrence, statusOf(mine)] as const],
  );

/** A series with the person's answers to it: the one for all dates, and those of the dates that differ from it. */
const answerTo = (series: SeriesView, window: Window): Answer => {
  const { lasting, dates } = series.answers?.mine ?? { lasting: [], dates: {} };
  const usual = lasting.at(-1) ?? { answer: null, place: null, from: '' };
  const status = statusOf(usual);
  // Dates that differ lie before that answer, or have one of their own.
  const last = Object.keys(dates).reduce((a, b) => (a > b ? a : b), usual.from);
  if (last === '') return { status };
  const to = Math.min(window.to, Date.parse(last) + 2 * DAY_MS);
  const shown = statusesIn(series, { from: window.from, to });
  return shown.some(([, answer]) => answer !== status) ? { status, dates: new Map(shown) } : { status };
};

type Planned = EntryDocument | SeriesDocument;

const isSeries = (event: Planned): event is SeriesDocument => 'parts' in event;

type Found = { readonly single: readonly EntryDocument[]; readonly series: readonly SeriesDocument[] };

/** The answers of the owner of a calendar, by the ids of its events. */
const answersOf = async (
  reading: Reading,
  { single, series }: Found,
  window: Window,
  userId: string,
): Promise<ReadonlyMap<string, Answer>> => {
  const ids = single.flatMap(({ id, groupId }) => (groupId === MY_SCHEDULE ? [] : [rsvpId(id, userId)]));
  const [rsvps, presented] = await Promise.all([
    reading.reads.active.getMany('rsvps', ids),
    presentSeries(joinsOf(reading), series).then((views) => withAnswers(reading, views, window, userId)),
  ]);
  const toSingle = [...rsvps.values()].map(({ eventId, answer, listKind }) => {
    const status = statusOf({ answer, place: listKind === 'waiting' ? 1 : null });
    return [eventId, { status }] as const;
  });
  const toSeries = presented.map((view) => [view._id, answerTo(view, window)] as const);
  return new Map<string, Answer>([...toSingle, ...toSeries]);
};

type Calendar = Pick<FeedDocument, 'userId' | 'groupId'> & {
  /** The groups whose events My Schedule shows. */
  readonly groupIds: readonly string[];
  readonly name: string;
  readonly origin: string;
  /** Milliseconds. */
  readonly now: number;
};

/** Dates of which the text is made at once. */
const DATES_AT_ONCE = 50;

/** Entries of an event in a file: one for each part of a series, and for each date that was changed. */
const entriesOf = (event: Planned): number => (isSeries(event) ? event.parts.length + event.changed.length : 1);

/** The texts of events, a few together. */
async function* inChunks(events: readonly Planned[], textOf: (event: Planned) => string): AsyncGenerator<string> {
  let [chunk, weight] = ['', 0];
  for (const event of events) {
    chunk += textOf(event);
    weight += entriesOf(event);
    if (weight < DATES_AT_ONCE) continue;
    yield chunk;
    [chunk, weight] = ['', 0];
  }
  yield chunk;
}

/** Keeps as many events as a file may have entries. Drops those that start furthest ahead. */
const firstOf = (events: readonly Planned[]): readonly Planned[] => {
  let left: number = limits.feedEntries;
  return events
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    .filter((event) => {
      left -= entriesOf(event);
      return left >= 0;
    });
};

/**
 * A person's calendar as iCalendar text. My Schedule follows the person's answers and names the groups; a group's own calendar lists
 * everything as it is.
 */
export async function* calendarText(reading: Reading, calendar: Calendar): AsyncGenerator<string> {
  const { userId, groupId, groupIds, name, origin, now } = calendar;
  const isOwn = groupId === MY_SCHEDULE;
  const keys = isOwn ? [personalOwnerKey(userId), ...groupIds] : [groupId];
  const window = feedWindow(now);
  const [allSeries, allSingle] = await Promise.all([
    seriesDocumentsIn(reading, keys, window),
    overlapping(reading, keys, { ...window, limit: limits.feedEntries }),
  ]);
  const events = firstOf([...allSeries, ...allSingle]);
  const series = events.filter(isSeries);
  const single = events.filter((event): event is EntryDocument => !isSeries(event));
  const answers = isOwn ? await answersOf(reading, { single, series }, window, userId) : new Map<string, Answer>();
  const groups = isOwn ? await reading.reads.active.getMany('groups', groupIds) : new Map<string, never>();
  const zones = new NamedZones(now);
  for (const event of events) addZones(zones, event);
  const textOf = (event: Planned): string => {
    const group = groups.get(event.groupId);
    const answer = answers.get(event.id) ?? CONFIRMED;
    if (answer.status === null && answer.dates === undefined) return '';
    return eventText(event, { zones, origin, suffix: group === undefined ? '' : ` · ${group.name}`, ...answer });
  };
  yield* calendarPieces(zones, inChunks(events, textOf), name);
}
