import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { compactInstant } from '@quorum/contracts/time/instant.ts';
import { rruleOf } from '@quorum/contracts/time/rrule.ts';
import { isWithin, partOf, timesOn, type WallTimes } from '@quorum/contracts/time/series.ts';
import { instantOf } from '@quorum/contracts/time/wall-clock.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { type Component, type Property, propertyOf } from './jcal.ts';
import type { NamedZones } from './time-zones.ts';

/** `null`: they do not come, so the event is not in their calendar. */
export type Status = 'CONFIRMED' | 'TENTATIVE' | null;

/** Context of the event in a file. */
export type Shown = {
  /** `https://host` of the pages of the product. Without it, the file does not lead to them. */
  readonly origin?: string;
  readonly zones: NamedZones;
  /** Follows the name. */
  readonly suffix?: string;
  /** Absent in a copy, which is nobody's calendar. */
  readonly status?: Status;
  /** For a series: the dates for which the person's answer differs from that to the series. */
  readonly dates?: ReadonlyMap<CalendarDate, Status>;
};

type Texts = Pick<EntryDocument, 'name' | 'description' | 'location'>;
type Versioned = Pick<EntryDocument, 'id' | 'groupId' | 'createdAt' | 'changedAt' | 'revision'>;

const text = (name: string, value: string): Property => [name, {}, 'text', value];

/** In UTC, of an instant in ISO 8601. */
const stamp = (name: string, instant: string): Property => [name, {}, 'date-time', `${instant.slice(0, 19)}Z`];

/** By the clock of the zone. */
const wall = (name: string, { date, time, timeZone }: Omit<WallTimes, 'duration'>): Property =>
  timeZone === 'UTC'
    ? [name, {}, 'date-time', `${date}T${time}:00Z`]
    : [name, { tzid: timeZone }, 'date-time', `${date}T${time}:00`];

const span = (times: WallTimes): readonly Property[] => [
  wall('dtstart', times),
  ['duration', {}, 'duration', `PT${times.duration}M`],
];

const addressOf = ({ id, groupId }: Versioned, origin: string | undefined): readonly Property[] => {
  if (origin === undefined) return [];
  const calendar = groupId === MY_SCHEDULE ? '/dashboard' : `/dashboard/group/${groupId}`;
  return [['url', {}, 'uri', `${origin}${calendar}/event/${id}`]];
};

const conference = (location: string): readonly Property[] => {
  const link = meetingLinkOf(location);
  return link === undefined ? [] : [['conference', {}, 'uri', link.href]];
};

const filled = (name: string, value: string | null): readonly Property[] => (value ? [text(name, value)] : []);

type Told = Texts & { readonly uid: string; readonly when: readonly Property[]; readonly status?: Status | undefined };

const vevent = (of: Versioned, shown: Shown, { uid, when, status, ...texts }: Told): Component => {
  const { origin, suffix = '' } = shown;
  const properties: Property[] = [
    text('uid', `${uid}@quorum`),
    stamp('dtstamp', of.changedAt),
    stamp('created', of.createdAt),
    stamp('last-modified', of.changedAt),
    ['sequence', {}, 'integer', of.revision],
    ...when,
    text('summary', `${texts.name ?? ''}${suffix}`),
    ...filled('description', texts.description),
    ...filled('location', texts.location),
    ...conference(texts.location ?? ''),
    ...addressOf(of, origin),
    ...filled('status', status ?? null),
  ];
  return ['vevent', properties, []];
};

/** A single event. */
export const eventComponent = (entry: EntryDocument, shown: Shown): Component => {
  const { zones, status } = shown;
  const when = zones.covers(entry.startsAt)
    ? span(entry)
    : [stamp('dtstart', entry.startsAt), stamp('dtend', entry.endsAt)];
  return vevent(entry, shown, { ...entry, uid: entry.id, when, status });
};

type Part = SeriesDocument['parts'][number];

/** Later parts have the number of the revision that made them, so that no other part ever has it. */
const uidOf = ({ id, parts }: SeriesDocument, part: Part): string =>
  part === parts[0] ? id : `${id}-${part.madeRevision}`;

/** The end of a rule is an instant in UTC. */
const ruleOf = (part: Part, lastDate: CalendarDate | null): Property => {
  const rule = `RRULE:${rruleOf(part)}`;
  if (lastDate === null) return propertyOf(rule);
  const end = compactInstant(instantOf({ ...part, date: lastDate }));
  return propertyOf(`${rule};UNTIL=${end}`);
};

/** The last date to which somebody comes who usually does not. Undefined if there is none. */
const lastAttended = ({ dates = new Map() }: Shown, part: Part): CalendarDate | undefined =>
  [...dates]
    .flatMap(([date, status]) => (status !== null && isWithin(part, date) ? [date] : []))
    .sort()
    .at(-1);

const partComponents = (series: SeriesDocument, part: Part, shown: Shown): readonly Component[] => {
  const { status: usual, dates = new Map<CalendarDate, Status>() } = shown;
  const lastDate = usual === null ? lastAttended(shown, part) : part.lastDate;
  if (lastDate === undefined) return [];
  const uid = uidOf(series, part);
  const status = usual === null ? 'CONFIRMED' : usual;
  const declined = [...dates].flatMap(([date, answer]) => (answer === null ? [date] : []));
  const leftOut = new Set([...series.leftOut, ...declined].filter((date) => isWithin(part, date)));
  const without: Property[] = [...leftOut].sort().map((date) => wall('exdate', { ...part, date }));
  const whole = vevent(series, shown, {
    ...part,
    uid,
    when: [...span(part), ruleOf(part, lastDate), ...without],
    status,
  });
  const differs = [...dates].flatMap(([date, answer]) => (answer !== null && answer !== status ? [date] : []));
  const changed = series.changed.map(({ occurrence }) => occurrence);
  const single = [...new Set([...changed, ...differs])]
    .filter((date) => isWithin(part, date) && !leftOut.has(date) && partOf(series, date) === part)
    .map((date) => dateOf(series, part, date, { ...shown, status: dates.get(date) ?? status }));
  return [whole, ...single];
};

/** One date of a part, by itself. */
const dateOf = (series: SeriesDocument, part: Part, date: CalendarDate, shown: Shown): Component => {
  const exception = series.changed.find(({ occurrence }) => occurrence === date);
  const { times, occurrence: _, pattern: __, ...own } = exception ?? { occurrence: date, pattern: '' };
  const when = [wall('recurrence-id', { ...part, date }), ...span(times ?? timesOn(part, date))];
  return vevent(series, shown, { ...part, ...own, uid: uidOf(series, part), when, status: shown.status });
};

/** One date of a series, under the name of its part. None if the series does not have it. */
export const dateComponents = (series: SeriesDocument, date: CalendarDate, shown: Shown): readonly Component[] => {
  const part = series.leftOut.includes(date) ? undefined : partOf(series, date);
  return part === undefined ? [] : [dateOf(series, part, date, shown)];
};

/**
 * An event that repeats: one component for each part, and one for each date that was changed by itself. `RANGE=THISANDFUTURE` would
 * be shorter, but few programs know it.
 */
export const seriesComponents = (series: SeriesDocument, shown: Shown): readonly Component[] =>
  series.parts.flatMap((part) => partComponents(series, part, shown));

/** Names the zones of an event. */
export const addZones = (zones: NamedZones, of: EntryDocument | SeriesDocument): void => {
  if ('parts' in of) {
    const named = [...of.parts, ...of.changed.flatMap(({ times }) => times ?? [])];
    for (const { timeZone, startsAt } of named) zones.add(timeZone, startsAt);
  } else if (zones.covers(of.startsAt)) zones.add(of.timeZone, of.startsAt);
};
