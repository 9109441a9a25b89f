import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';

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

const eventLines = (entry: EntryDocument): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.id}@quorum`,
  `DTSTAMP:${stamp(entry.createdAt)}`,
  `DTSTART:${stamp(entry.startsAt)}`,
  `DTEND:${stamp(entry.endsAt)}`,
  `SUMMARY:${escaped(entry.name ?? '')}`,
  ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
  ...(entry.location ? [`LOCATION:${escaped(entry.location)}`] : []),
  `SEQUENCE:${entry.revision}`,
  'END:VEVENT',
];

export const calendarHead = (): string =>
  `${['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Quorum//Quorum//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'].join('\r\n')}\r\n`;

/** One entry as iCalendar text (RFC 5545), in UTC, so that no zone definition is needed. */
export const calendarEvent = (entry: EntryDocument): string => `${eventLines(entry).map(folded).join('\r\n')}\r\n`;

export const calendarTail = (): string => 'END:VCALENDAR\r\n';
