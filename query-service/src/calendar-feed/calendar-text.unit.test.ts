import { addDays } from '@quorum/contracts/time/days.ts';
import { DAY_MS, HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { datesOf } from '@quorum/contracts/time/repeats.ts';
import { expand, LONGEST_EXPANSION_MS } from '@quorum/contracts/time/series.ts';
import { aPattern } from '@quorum/contracts/time/testing/patterns.ts';
import { ZONES } from '@quorum/contracts/time/testing/zones.ts';
import { instantMs, spanOf, timeOfMinute, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { boundsOf, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { convertIcsCalendar } from 'ts-ics';
import { describe, expect, it, vi } from 'vitest';
import type { Shown } from './calendar-events.ts';
import { fileWith } from './calendar-text.ts';

const NOW = Date.parse('2026-05-14T12:00:00Z');
const ENTRY = '00000000-0000-4000-8000-00000000000e';

const versioned = {
  id: ENTRY,
  ownerKey: 'group',
  groupId: '00000000-0000-4000-8000-000000000001',
  creatorId: '00000000-0000-4000-8000-00000000000a',
  createdAt: '2026-05-01T10:00:00.123Z',
  changedAt: '2026-05-02T11:30:05.999Z',
  revision: 7,
  seats: null,
  guestsEach: 0,
  reminder: 'none' as const,
  uidKey: null,
  importedAt: null,
};
const texts = { name: 'Tea', description: '', location: '' };

const entry = (given: Partial<EntryDocument> = {}): EntryDocument => {
  const times = { date: '2026-05-19', time: '19:00', timeZone: 'America/New_York', duration: 90, ...given };
  return {
    ...versioned,
    ...texts,
    position: '1',
    placeRevision: 0,
    placeBefore: null,
    ...times,
    ...spanOf(times),
    ...given,
  };
};

type Part = SeriesDocument['parts'][number];

const part = (given: Partial<Part> = {}): Part => {
  const times = { date: '2026-05-19', time: '19:00', timeZone: 'America/New_York', duration: 90, ...given };
  const rule = { unit: 'week', every: 1, on: ['TU'] } as const;
  const revisions = { placeRevision: 1, timesRevision: 1, madeRevision: 1 };
  return { rule, lastDate: null, ...texts, ...revisions, ...times, ...spanOf(times), ...given };
};

const series = (parts: readonly Part[], more: Partial<SeriesDocument> = {}): SeriesDocument => {
  const dates = { parts, leftOut: [], changed: [], lastEndsAt: null, replaced: [], gaps: [], ...more };
  return { ...versioned, ...dates, ...boundsOf(dates) };
};

const written = (event: EntryDocument | SeriesDocument, shown: Omit<Shown, 'zones'> = {}): string =>
  fileWith(event, null, { now: NOW, ...shown }) ?? '';

/** The events of a file as a parser of its own sees them. */
const read = (text: string): InstanceType<typeof ICAL.Event>[] => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((component) => {
      const zone = new ICAL.Timezone(component);
      return [zone.tzid, zone];
    }),
  );
  const events = calendar.getAllSubcomponents('vevent');
  for (const event of events)
    for (const name of ['dtstart', 'recurrence-id', 'exdate'])
      for (const property of event.getAllProperties(name))
        for (const value of property.getValues() as InstanceType<typeof ICAL.Time>[]) {
          const tzid = property.getParameter('tzid') as string | undefined;
          if (tzid !== undefined) value.zone = zones.get(tzid) as InstanceType<typeof ICAL.Timezone>;
        }
  return events.map((event) => new ICAL.Event(event));
};

const instant = (time: InstanceType<typeof ICAL.Time>): string => time.toJSDate().toISOString();

describe('a calendar file', () => {
  it('a calendar file has the texts of an event, whatever characters they hold, for two parsers (ICS-20)', () => {
    const character = fc.oneof(
      fc.constantFrom(
        '\n',
        '\t',
        ',',
        ';',
        ':',
        '\\',
        '"',
        '\u0085',
        '\u2028',
        '\\n',
        '^n',
        '👩‍🚀',
        'é',
        ' ',
        'BEGIN:VEVENT',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc
      .array(character, { minLength: 1, maxLength: 80 })
      // As they are stored: without other control characters.
      .map((all) => `x${all.join('').replace(/(?![\t\n])\p{Cc}|\p{Cs}/gu, '')}x`);
    fc.assert(
      fc.property(text, text, text, (name, description, location) => {
        const file = written(entry({ name, description, location }));
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const [event] = read(file);
        expect([event?.summary, event?.description, event?.location]).toEqual([name, description, location]);
        const other = convertIcsCalendar(undefined, file).events?.[0];
        expect([other?.uid, other?.start.date.toISOString()]).toEqual([`${ENTRY}@quorum`, entry().startsAt]);
      }),
      { numRuns: 50 },
    );
  });

  it('a calendar file names an event, its version and its page, and nobody (ICS-05, ICS-07, ICS-08)', () => {
    const location = 'https://meet.google.com/abc-defg-hij';
    const file = written(entry({ location }), {
      origin: 'https://quorum.example',
      status: 'TENTATIVE',
      suffix: ' · Club',
    });
    const lines = file.replace(/\r\n /g, '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${ENTRY}@quorum`,
        'DTSTAMP:20260502T113005Z',
        'LAST-MODIFIED:20260502T113005Z',
        'SEQUENCE:7',
        'DTSTART;TZID=America/New_York:20260519T190000',
        'DURATION:PT90M',
        'SUMMARY:Tea · Club',
        'STATUS:TENTATIVE',
        `URL:https://quorum.example/dashboard/group/${versioned.groupId}/event/${ENTRY}`,
        `CONFERENCE;VALUE=URI:${location}`,
      ]),
    );
    expect(file).not.toMatch(/ATTENDEE|ORGANIZER|VALARM/);
  });

  it('a calendar file defines the zones that it names by the offsets of the product, in some 60 zones (ICS-06)', () => {
    const moment = fc.integer({ min: 0, max: 60 * 365 }).map((day) => addDays('1971-01-02', day));
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, fc.nat(24 * 60 - 1), (timeZone, date, minute) => {
        const event = entry({ date, time: timeOfMinute(minute), timeZone });
        const [found] = read(written(event));
        // A clock that shows a time twice, or never, is a matter of its own.
        fc.pre([-DAY_MS / 8, DAY_MS / 8].every((ms) => sameOffset(event, ms)));
        expect(found && instant(found.startDate)).toBe(event.startsAt);
      }),
      { numRuns: 100 },
    );
  });

  it('the rule of a zone ends a day after it last changed the clocks, since some readers take its end for local time (ICS-06)', () => {
    const file = written(entry({ timeZone: 'Asia/Gaza' }));
    // In 2026 on October 24 at 2:00, which is 23:00 of the day before in UTC.
    expect(file).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=4SA;UNTIL=20261024T230000Z\r\n');
  });

  it('a series in a calendar file takes place when the product says, for two parsers and their expansions (ICS-06, ICS-20)', () => {
    const aSeries = fc
      .record({
        pattern: aPattern,
        minute: fc.nat(24 * 60 - 1),
        timeZone: fc.constantFrom(...ZONES),
        out: fc.uniqueArray(fc.nat(9), { maxLength: 3 }),
        moved: fc.option(fc.nat(9), { nil: undefined }),
        length: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      })
      .map(({ pattern, minute, timeZone, out, moved, length }) => {
        const times = { date: pattern.date, time: timeOfMinute(minute), timeZone, duration: 30 };
        const dates = first(pattern, 12);
        const of = part({ ...times, ...spanOf(times), rule: pattern.rule, lastDate: dates[length ?? 99] ?? null });
        const leftOut = out.flatMap((index) => dates[index] ?? []).sort();
        const date = moved === undefined ? undefined : dates[moved];
        if (date === undefined || leftOut.includes(date)) return series([of], { leftOut });
        const elsewhere = { ...times, date: addDays(date, 1), time: '12:00' };
        const exception = { occurrence: date, pattern: '', times: { ...elsewhere, ...spanOf(elsewhere) } };
        return series([of], { leftOut, changed: of.lastDate !== null && date > of.lastDate ? [] : [exception] });
      });
    fc.assert(
      fc.property(aSeries, (of) => {
        const [whole] = of.parts as [Part];
        const last = first({ rule: whole.rule, date: whole.date }, 12).at(-1) ?? whole.date;
        const from = Date.parse(whole.date) - DAY_MS;
        // No more is expanded at once.
        const window = { from, to: Math.min(Date.parse(last), from + LONGEST_EXPANSION_MS) };
        const exists = (startsAt: string, { time, timeZone }: { time: string; timeZone: string }) =>
          wallClockOf(startsAt, timeZone).time === time;
        const ours = expand(of, window)
          .filter(({ startsAt, times }) => Date.parse(startsAt) < window.to && exists(startsAt, times))
          .map(({ startsAt }) => startsAt);
        const file = written(of);
        const kept = (startsAt: string) => {
          const ms = Date.parse(startsAt);
          return (
            ms >= window.from &&
            ms < window.to &&
            (exists(startsAt, whole) || exists(startsAt, { time: '12:00', timeZone: whole.timeZone }))
          );
        };
        expect(byIcal(file, window.to).filter(kept)).toEqual(ours);
        expect(byOthers(file, window).filter(kept)).toEqual(ours);
      }),
      { numRuns: 100, seed: 11 },
    );
  });

  it('a series in a calendar file is written by ical.js, which does not expand its rule (ICS-10)', () => {
    const writes = vi.spyOn(ICAL.stringify, 'component');
    const next = vi.spyOn(ICAL.RecurIterator.prototype, 'next');
    const file = written(series([part()], { leftOut: ['2026-05-26'] }));
    expect(file).toContain('RRULE:FREQ=WEEKLY');
    expect([writes.mock.calls.length > 0, next.mock.calls.length]).toEqual([true, 0]);
  });

  it('a series that began before 1970, or begins in many years, has a definition of its zone (ICS-06)', () => {
    for (const date of ['1950-03-07', '2060-03-02']) {
      const file = written(series([part({ date, time: '12:00', rule: { unit: 'year', every: 1 } })]));
      expect(file).toContain('BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n');
      const [event] = read(file);
      expect(event && instant(event.startDate).slice(0, 10)).toBe(date);
    }
  });

  it('a series has an entry for each part, of which none ever has the name of another (ICS-05)', () => {
    const [a, b] = [part({ lastDate: '2026-06-02' }), part({ date: '2026-06-09', madeRevision: 4 })];
    const names = read(written(series([a, b]))).map(({ uid }) => uid);
    expect(names).toEqual([`${ENTRY}@quorum`, `${ENTRY}-4@quorum`]);
  });

  it('a date that its person declined is left out of a series, and one that they may come to is tentative (ICS-07)', () => {
    const dates = new Map([
      ['2026-05-26', null],
      ['2026-06-02', 'TENTATIVE'],
    ] as const);
    const events = read(written(series([part()]), { status: 'CONFIRMED', dates }));
    expect(byIcal(written(series([part()]), { status: 'CONFIRMED', dates }), Date.parse('2026-06-10'))).toEqual([
      '2026-05-19T23:00:00.000Z',
      '2026-06-02T23:00:00.000Z',
      '2026-06-09T23:00:00.000Z',
    ]);
    expect(events.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
      'CONFIRMED',
      'TENTATIVE',
    ]);
  });

  it('a series that its person declined has only the dates to which they come (ICS-07)', () => {
    const dates = new Map([
      ['2026-05-19', null],
      ['2026-05-26', 'CONFIRMED'],
      ['2026-06-02', null],
    ] as const);
    const shown = { status: null, dates };
    expect(byIcal(written(series([part()]), shown), Date.parse('2027-01-01'))).toEqual(['2026-05-26T23:00:00.000Z']);
    expect(read(written(series([part()]), { status: null }))).toEqual([]);
  });
});

const first = (pattern: Parameters<typeof datesOf>[0], many: number): string[] => {
  const found: string[] = [];
  for (const date of datesOf(pattern, pattern.date, '8999-12-31')) {
    found.push(date);
    if (found.length === many) break;
  }
  return found;
};

const sameOffset = ({ startsAt, date, time, timeZone }: EntryDocument, ms: number): boolean => {
  const there = Date.parse(startsAt) + ms;
  const shown = wallClockOf(there, timeZone);
  return (
    instantMs({ ...shown, timeZone }) === there &&
    Date.parse(`${shown.date}T${shown.time}Z`) - Date.parse(`${date}T${time}Z`) === ms
  );
};

/** With the expansion of the same library. */
function byIcal(text: string, to: number): string[] {
  const all = read(text);
  const wholes = all.filter((event) => !event.isRecurrenceException());
  const found: string[] = [];
  for (const whole of wholes) {
    for (const single of all)
      if (single.isRecurrenceException() && single.uid === whole.uid) whole.relateException(single);
    const dates = whole.iterator();
    for (let next = dates.next(); next && found.length < 400; next = dates.next()) {
      const { startDate } = whole.getOccurrenceDetails(next);
      if (next.toJSDate().getTime() >= to + 40 * DAY_MS) break;
      if (startDate.toJSDate().getTime() < to) found.push(instant(startDate));
    }
  }
  return found.sort();
}

/** Read by one library and expanded by another. */
function byOthers(text: string, { from, to }: { from: number; to: number }): string[] {
  const { events = [] } = convertIcsCalendar(undefined, text);
  const lines = text.slice(text.indexOf('BEGIN:VEVENT')).replace(/\r\n /g, '').split('\r\n');
  const lineOf = (name: string) => lines.find((line) => line.startsWith(name)) ?? '';
  const [whole] = events.filter(({ recurrenceId }) => recurrenceId === undefined);
  const singles = events.filter(({ recurrenceId }) => recurrenceId !== undefined);
  const named = [...(whole?.exceptionDates ?? []), ...singles.flatMap(({ recurrenceId }) => recurrenceId?.value ?? [])];
  // On days when clocks change, it may read a time early or late by as much.
  const isOut = (ms: number) => named.some(({ date }) => Math.abs(date.getTime() - ms) <= 2 * HOUR_MS);
  const dates = new RRuleTemporal({ rruleString: `${lineOf('DTSTART')}\n${lineOf('RRULE')}` })
    .between(new Date(from), new Date(to - 1), true)
    .filter(({ epochMilliseconds }) => !isOut(epochMilliseconds))
    .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString());
  const moved = singles.map(({ start: { date } }) => date.toISOString()).filter((date) => Date.parse(date) < to);
  return [...dates, ...moved].sort();
}
