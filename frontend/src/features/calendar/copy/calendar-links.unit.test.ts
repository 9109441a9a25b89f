import { expect, it } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { googleLink, outlookLink } from './calendar-links.ts';

const event = calendarEvent('a', {
  at: '13:30',
  name: 'Tea & cake',
  description: 'Bring a cup\nand a spoon',
  location: 'Pier 7',
  timeZone: 'America/New_York',
});

it('the form of Google Calendar gets name, times, zone, place, text and rule (ICS-09)', () => {
  const repeats = { unit: 'week', every: 2, on: ['TU'], until: '2026-12-18' } as const;
  const { origin, pathname, searchParams } = new URL(googleLink({ ...event, repeats, occurrence: '2026-05-14' }));
  expect(`${origin}${pathname}`).toBe('https://calendar.google.com/calendar/render');
  const compact = (instant: string) => instant.replace(/[-:]|\.\d{3}/g, '');
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Tea & cake',
    dates: `${compact(event.startsAt)}/${compact(event.endsAt)}`,
    ctz: 'America/New_York',
    details: 'Bring a cup\nand a spoon',
    location: 'Pier 7',
    recur: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU;UNTIL=20261218T235959Z',
  });
});

it('a rule that counts its dates is no part of a copy of one of them', () => {
  const repeats = { unit: 'day', every: 1, count: 5 } as const;
  expect(googleLink({ ...event, repeats, occurrence: '2026-05-14' })).not.toContain('recur');
});

it('the form of Outlook gets name, times, place and text (ICS-09)', () => {
  const { host, searchParams } = new URL(outlookLink(event));
  expect(host).toBe('outlook.live.com');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    subject: 'Tea & cake',
    startdt: event.startsAt,
    enddt: event.endsAt,
    body: 'Bring a cup\nand a spoon',
    location: 'Pier 7',
  });
});
