import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { rruleOf } from '@quorum/contracts/time/rrule.ts';
import type { WallTimes } from '@quorum/contracts/time/series.ts';
import { instantOf } from '@quorum/contracts/time/wall-clock.ts';
import type { SeriesPart } from '@quorum/domain/entry/series.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';

/** Octets per line of an iCalendar file (RFC 5545, 3.1), excluding the line break. */
const LINE_OCTETS = 75;

const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n|\r|\n/g, '\\n');

const stamp = (instant: string): string => instant.replace(/[-:]/g, '').replace(/\.\d{3}/, '');

/** Folds a content line after at most 75 octets, never inside a character. Continuation lines start with a space. */
const folded = (line: string): string => {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
};

type Told = Pick<EntryDocument, 'createdAt' | 'revision' | 'name' | 'description' | 'location'> & {
  readonly uid: string;
  /** When it takes place. */
  readonly when: readonly string[];
};

const eventLines = ({ uid, when, ...told }: Told): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}@quorum`,
  `DTSTAMP:${stamp(told.createdAt)}`,
  ...when,
  `SUMMARY:${escaped(told.name ?? '')}`,
  ...(told.description ? [`DESCRIPTION:${escaped(told.description)}`] : []),
  ...(told.location ? [`LOCATION:${escaped(told.location)}`] : []),
  `SEQUENCE:${told.revision}`,
  'END:VEVENT',
];

const event = (told: Told): string => `${eventLines(told).map(folded).join('\r\n')}\r\n`;

export const calendarHead = (): string =>
  `${['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Quorum//Quorum//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'].join('\r\n')}\r\n`;

/** One entry as iCalendar text (RFC 5545), in UTC, so that no zone definition is needed. */
export const calendarEvent = (entry: EntryDocument): string =>
  event({ ...entry, uid: entry.id, when: [`DTSTART:${stamp(entry.startsAt)}`, `DTEND:${stamp(entry.endsAt)}`] });

const wall = (name: string, { date, time, timeZone }: Omit<WallTimes, 'duration'>): string =>
  `${name};TZID=${timeZone}:${date.replaceAll('-', '')}T${time.replace(':', '')}00`;

const when = (times: WallTimes): readonly string[] => [wall('DTSTART', times), `DURATION:PT${times.duration}M`];

/** The end of a rule is an instant in UTC. */
const ruleLine = (part: SeriesPart): string => {
  if (part.lastDate === null) return `RRULE:${rruleOf(part)}`;
  const end = Date.parse(instantOf({ ...part, date: part.lastDate })) + DAY_MS / 2;
  return `RRULE:${rruleOf(part)};UNTIL=${stamp(new Date(end).toISOString())}`;
};

const partEvent = (series: SeriesDocument, part: SeriesPart, uid: string): string => {
  const { createdAt, revision } = series;
  const belongs = (date: string) => date >= part.date && (part.lastDate === null || date <= part.lastDate);
  const leftOut = series.leftOut.filter(belongs).map((date) => wall('EXDATE', { ...part, date }));
  const whole = event({ ...part, createdAt, revision, uid, when: [...when(part), ruleLine(part), ...leftOut] });
  const changed = series.changed.filter(({ occurrence }) => belongs(occurrence));
  const single = changed.map(({ occurrence, times, pattern: _, ...own }) => {
    const at = wall('RECURRENCE-ID', { ...part, date: occurrence });
    return event({
      ...part,
      ...own,
      createdAt,
      revision,
      uid,
      when: [at, ...when(times ?? { ...part, date: occurrence })],
    });
  });
  return [whole, ...single].join('');
};

/**
 * A series as iCalendar text, an event for each part. The wall clock of its zone is the truth, so it names the zone by its IANA
 * name, which calendar programs know.
 */
export const calendarSeries = (series: SeriesDocument): string =>
  series.parts
    .map((part, index) => partEvent(series, part, index === 0 ? series.id : `${series.id}-${index}`))
    .join('');

export const calendarTail = (): string => 'END:VCALENDAR\r\n';
