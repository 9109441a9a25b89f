import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import { calendarPieces } from './calendar-text.ts';
import { NamedZones } from './time-zones.ts';

const NOW = Date.parse('2026-05-14T12:00:00Z');

it('a calendar that programs read again has a name, and says when to look again (ICS-08)', async () => {
  const pieces: string[] = [];
  for await (const piece of calendarPieces(new NamedZones(NOW), none(), 'Rowing; club, "A"')) pieces.push(piece);
  expect(pieces.join('').split('\r\n')).toEqual(
    expect.arrayContaining([
      'NAME:Rowing\\; club\\, "A"',
      'X-WR-CALNAME:Rowing\\; club\\, "A"',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'END:VCALENDAR',
    ]),
  );
});

it('other work has its turn between the zones and the events of a calendar', async () => {
  const zones = new NamedZones(NOW);
  for (const zone of ['Europe/Berlin', 'Europe/Paris', 'Asia/Tokyo', 'America/New_York', 'Africa/Cairo'])
    zones.add(zone, '2026-05-19T23:00:00.000Z');
  let pieces = 0;
  const count = async () => {
    for await (const _ of calendarPieces(zones, five(), 'Club')) pieces += 1;
  };
  expect(await turnsDuring(count())).toBeGreaterThanOrEqual(10);
  expect(pieces).toBe(12);
});

async function* none(): AsyncGenerator<string> {}

async function* five(): AsyncGenerator<string> {
  for (let index = 0; index < 5; index += 1) yield 'BEGIN:VEVENT';
}
