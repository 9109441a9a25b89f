import { expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { before, clock, details, edit, given, identity, scheduled, tuesdays, weekly } from '../testing/weekly-entry.ts';

const set = (minutes: number | 'none', repeats = false): DomainEvent => ({
  type: 'EntryReminderSet',
  data: { ...identity, minutes, repeats },
});
const times = { date: '2030-05-14', ...clock };
const schedule = { type: 'ScheduleEntry', entry: identity, details, times } as const;

it('an event is made with the reminder that was chosen, and without one it has none (REMIND-01)', () => {
  given()
    .when({ ...schedule, reminder: 30 }, before)
    .then(scheduled, set(30));
  given().when(schedule, before).then(scheduled);
  given()
    .when({ ...schedule, reminder: 'none' }, before)
    .then(scheduled);
  given()
    .when({ ...schedule, repeats: tuesdays, reminder: 30 }, before)
    .then(...weekly.slice(0, 1), weekly[1] as DomainEvent, set(30, true));
});

it('a changed reminder is one event for all dates, whichever date was named, and the same again none (REMIND-01)', () => {
  const change = (reminder: number, occurrence: string) => edit({ reminder }, 'this', occurrence);
  given(scheduled)
    .when(edit({ reminder: 60 }), before)
    .then(set(60));
  given(...weekly)
    .when(change(60, '2030-05-21'), before)
    .then(set(60, true));
  given(...weekly, set(60, true))
    .when(change(60, '2030-05-21'), before)
    .then();
  given(scheduled).when(change(60, '2030-05-21'), before).thenRefused('series/date-gone');
  given(scheduled)
    .when(edit({ repeats: tuesdays, reminder: 10 }), before)
    .then(weekly[1] as DomainEvent, set(10, true));
});

it('putting a version back puts its reminder back (UNDO-07)', () => {
  const version = given(scheduled).state();
  const revert = { type: 'RevertEntry', revision: 0, occurrence: undefined } as const;
  given(scheduled, set(30))
    .when(revert, { ...before, version })
    .then(set('none'));
  expect(version.reminder).toBe('none');
});
