import { isoInstant, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { describe, expect, it } from 'vitest';
import { entryDecider } from '../entry/decider.ts';
import type { Entry } from '../entry/entry.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { recorded } from '../testing/recorded-events.ts';
import { cancelledOn, changed, clock, details, identity, on, scheduled, weekly } from '../testing/weekly-entry.ts';
import { type RemindersFacts, remindersDecider } from './decider.ts';
import { dueAfterMove, dueNow, type Reminders } from './due.ts';

const { given } = givenWhenThen(remindersDecider);
const [ben, cleo] = ['00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000c1'];

const entryAfter = (...events: readonly DomainEvent[]): Entry =>
  recorded(events).reduce(entryDecider.evolve, entryDecider.initial);

const remind = (minutes: number | 'none', repeats = false): DomainEvent => ({
  type: 'EntryReminderSet',
  data: { ...identity, minutes, repeats },
});
const armed = (dueAt: string | null): DomainEvent => ({ type: 'AlarmSet', data: { ...identity, dueAt } });
const chosen = (userId: string, minutes: number | 'none' | null): DomainEvent => ({
  type: 'ReminderChosen',
  data: { ...identity, userId, minutes },
});
const sent = (startsAt: string, minutes: number, userIds: string[], occurrence: string | null = null): DomainEvent => ({
  type: 'RemindersSent',
  data: { ...identity, occurrence, startsAt, minutes, userIds },
});
const moved = (hour: number, date = '2030-05-14'): DomainEvent => ({
  type: 'EntryRescheduled',
  data: { ...identity, date, ...clock, time: `${hour}:00`, ...on(date, hour) },
});
const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };
const restored: DomainEvent = { type: 'EntryRestored', data: { ...identity, repeats: false } };

const { startsAt } = on('2030-05-14');
const start = Date.parse(startsAt);
const before = (minutes: number, of = start): string => isoInstant(of - minutes * MINUTE_MS);
const at = (minutesBefore: number, of = start): number => of - minutesBefore * MINUTE_MS;

const single = entryAfter(scheduled, remind(30));

/** The facts of ringing: everybody might be reminded. */
const ringing = (entry: Entry, now: number, history: readonly DomainEvent[], userIds = [ben, cleo]): RemindersFacts => {
  const reminders: Reminders = given(...history).state();
  return { entry, now, due: dueNow(reminders, entry, now).map((due) => ({ ...due, userIds })) };
};
const ring = { type: 'SendReminders' } as const;
const arm = (since: number) => ({ type: 'ArmAlarm', since }) as const;

describe('an alarm', () => {
  it('an alarm is armed at the first lead time that somebody has (REMIND-08)', () => {
    const facts = { entry: single, now: at(600) };
    given()
      .when(arm(at(600)), facts)
      .then(armed(before(30)));
    given(chosen(ben, 120), chosen(cleo, 'none'))
      .when(arm(at(600)), facts)
      .then(armed(before(120)));
    given(armed(before(30)))
      .when(arm(at(600)), facts)
      .then();
  });

  it('an alarm of an event that nobody is reminded of is never armed (REMIND-12)', () => {
    given()
      .when(arm(at(600)), { entry: entryAfter(scheduled), now: at(600) })
      .then();
  });

  it('a lead time that is over when an event is made or a reminder is chosen rings nobody', () => {
    given()
      .when(arm(at(20)), { entry: single, now: at(20) })
      .then();
    given(chosen(ben, 60), armed(before(30)))
      .when(arm(at(40)), { entry: single, now: at(40) })
      .then();
  });

  it('an alarm that was not rung in time is not passed over by a later change', () => {
    given(armed(before(30)))
      .when(arm(at(29)), { entry: single, now: at(29) })
      .then();
  });

  it('an alarm moves with its event and ends with it, and restoring arms it again (REMIND-07)', () => {
    const later = entryAfter(scheduled, remind(30), moved(21));
    const facts = { entry: later, now: at(600) };
    given(armed(before(30)))
      .when(arm(at(600)), facts)
      .then(armed(before(30, Date.parse(later.startsAt))));
    const gone = { entry: entryAfter(scheduled, remind(30), cancelled), now: at(600) };
    given(armed(before(30)))
      .when(arm(at(600)), gone)
      .then(armed(null));
    const back = { entry: entryAfter(scheduled, remind(30), cancelled, restored), now: at(600) };
    given(armed(before(30)), armed(null))
      .when(arm(at(600)), back)
      .then(armed(before(30)));
  });
});

describe('a reminder', () => {
  it('a reminder goes to those with its lead time, and the next alarm is armed with it (REMIND-02, REMIND-08)', () => {
    const history = [chosen(ben, 10), armed(before(30))];
    given(...history)
      .when(ring, ringing(single, at(30), history))
      .then(sent(startsAt, 30, [cleo]), armed(before(10)));
  });

  it('a reminder is sent once, however often its alarm rings (REMIND-06)', () => {
    const history = [armed(before(30)), sent(startsAt, 30, [ben])];
    given(...history)
      .when(ring, ringing(single, at(30), history))
      .then(armed(null));
    const done = [...history, armed(null)];
    given(...done)
      .when(ring, ringing(single, at(29), done))
      .then();
  });

  it('a reminder of many people is events of five hundred (REMIND-09)', () => {
    const many = Array.from({ length: 1001 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const history = [armed(before(30))];
    given(...history)
      .when(ring, ringing(single, at(30), history, many))
      .then(
        sent(startsAt, 30, many.slice(0, 500)),
        sent(startsAt, 30, many.slice(500, 1000)),
        sent(startsAt, 30, many.slice(1000)),
        armed(null),
      );
  });

  it('a late reminder still comes before the start, and is recorded as missed after it (REMIND-08)', () => {
    const history = [armed(before(30))];
    given(...history)
      .when(ring, ringing(single, at(1), history))
      .then(sent(startsAt, 30, [ben, cleo]), armed(null));
    given(...history)
      .when(ring, ringing(single, at(0), history))
      .then(sent(startsAt, 30, []), armed(null));
  });

  it('a reminder at the start comes within a minute of it or not at all', () => {
    const entry = entryAfter(scheduled, remind(0));
    const history = [armed(startsAt)];
    given(...history)
      .when(ring, ringing(entry, start + 59_000, history))
      .then(sent(startsAt, 0, [ben, cleo]), armed(null));
    given(...history)
      .when(ring, ringing(entry, start + 60_000, history))
      .then(sent(startsAt, 0, []), armed(null));
  });

  it('nobody is reminded of a start that is no longer true (REMIND-07)', () => {
    const history = [armed(before(30))];
    for (const entry of [entryAfter(scheduled, remind(30), moved(21)), entryAfter(scheduled, remind(30), cancelled)])
      expect(dueNow(given(...history).state(), entry, at(30))).toEqual([]);
  });
});

describe('a move', () => {
  const late = (history: readonly DomainEvent[], from: Entry, to: Entry, now: number, after = to) =>
    dueAfterMove(given(...history).state(), to, { before: from, after }, now);
  const first = entryAfter(scheduled, remind(30));

  it('a move past a lead time reminds of the new start (REMIND-07)', () => {
    const earlier = entryAfter(scheduled, remind(30), moved(12));
    const now = Date.parse(earlier.startsAt) - 10 * MINUTE_MS;
    expect(late([armed(before(30))], first, earlier, now)).toEqual([
      { occurrence: null, startsAt: earlier.startsAt, minutes: 30 },
    ]);
    expect(late([sent(earlier.startsAt, 30, [ben])], first, earlier, now)).toEqual([]);
    expect(late([], first, earlier, Date.parse(earlier.startsAt))).toEqual([]);
  });

  it('a move that was undone or made again since reminds nobody', () => {
    const earlier = entryAfter(scheduled, remind(30), moved(12));
    expect(late([], first, first, at(10), earlier)).toEqual([]);
    const again = entryAfter(scheduled, remind(30), moved(12), moved(13));
    const now = Date.parse(again.startsAt) - 10 * MINUTE_MS;
    expect(late([], first, again, now, earlier)).toEqual([]);
    expect(late([], earlier, again, now)).toHaveLength(1);
  });

  it('a change that moves nothing reminds nobody of a lead time that was over before', () => {
    expect(late([], first, first, at(10))).toEqual([]);
    expect(late([], entryAfter(scheduled), entryAfter(...weekly, remind(30, true)), at(10))).toEqual([]);
  });

  it('restoring reminds of what became due in between, once (REMIND-07)', () => {
    const gone = entryAfter(scheduled, remind(30), cancelled);
    expect(late([], gone, first, at(10))).toHaveLength(1);
    expect(late([sent(startsAt, 30, [ben])], gone, first, at(10))).toEqual([]);
    const series = entryAfter(...weekly, remind(30, true), cancelledOn('2030-05-14'));
    const back: DomainEvent = { type: 'OccurrenceRestored', data: { ...identity, occurrence: '2030-05-14' } };
    const again = entryAfter(...weekly, remind(30, true), cancelledOn('2030-05-14'), back);
    expect(late([], series, again, at(10))).toEqual([{ occurrence: '2030-05-14', startsAt, minutes: 30 }]);
  });
});

describe('the reminders of a series', () => {
  const series = entryAfter(...weekly, remind(30, true));

  it('the reminders of a series follow one another, without the dates that were deleted', () => {
    const facts = { entry: entryAfter(...weekly, remind(30, true), cancelledOn('2030-05-14')), now: at(600) };
    given()
      .when(arm(at(600)), facts)
      .then(armed(before(30, Date.parse(on('2030-05-21').startsAt))));
    const history = [armed(before(30))];
    given(...history)
      .when(ring, ringing(series, at(30), history))
      .then(sent(startsAt, 30, [ben, cleo], '2030-05-14'), armed(before(30, Date.parse(on('2030-05-21').startsAt))));
  });

  it('the reminders of a series keep to the clock over both changes of the clocks (REMIND-13)', () => {
    const nextAfter = (date: string) => {
      const history = [armed(null)];
      const [event] = remindersDecider.decide(arm(Date.parse(`${date}T12:00:00Z`)), given(...history).state(), {
        entry: series,
        now: 0,
      }) as readonly DomainEvent[];
      return event?.type === 'AlarmSet' ? event.data.dueAt : undefined;
    };
    expect(nextAfter('2030-10-29')).toBe('2030-10-29T22:30:00.000Z');
    expect(nextAfter('2030-11-05')).toBe('2030-11-05T23:30:00.000Z');
    expect(nextAfter('2031-03-11')).toBe('2031-03-11T22:30:00.000Z');
  });

  it('a date that was moved by itself is reminded of at its own time', () => {
    const times = { date: '2030-05-14', ...clock, time: '12:00', ...on('2030-05-14', 12) };
    const own = changed('2030-05-14', { changed: ['times'], times });
    const entry = entryAfter(...weekly, remind(30, true), own);
    given()
      .when(arm(at(900)), { entry, now: at(900) })
      .then(armed(before(30, Date.parse(times.startsAt))));
  });

  it('an event that begins to repeat is not reminded of again', () => {
    const history = [armed(before(30)), sent(startsAt, 30, [ben])];
    expect(dueNow(given(...history).state(), series, at(29))).toEqual([]);
  });

  it('a series whose worker was away for months records only what it was armed for as missed', () => {
    const history = [armed(before(30))];
    const now = Date.parse(on('2030-08-06').startsAt) - 10 * MINUTE_MS;
    given(...history)
      .when(ring, ringing(series, now, history))
      .then(
        sent(startsAt, 30, [], '2030-05-14'),
        sent(on('2030-08-06').startsAt, 30, [ben, cleo], '2030-08-06'),
        armed(before(30, Date.parse(on('2030-08-13').startsAt))),
      );
  });
});

describe('a reminder of one’s own', () => {
  it('a reminder of one’s own replaces the event’s, and the same choice again appends nothing (REMIND-02)', () => {
    const facts = { entry: single, now: at(600) };
    const choose = (minutes: number | 'none' | null) => ({ type: 'ChooseReminder', userId: ben, minutes }) as const;
    given().when(choose('none'), facts).then(chosen(ben, 'none'));
    given(chosen(ben, 'none')).when(choose('none'), facts).then();
    given().when(choose(null), facts).then();
    given(chosen(ben, 10)).when(choose(null), facts).then(chosen(ben, null));
  });
});

it('the texts of the entry are never part of its reminders (REMIND-10)', () => {
  const history = [armed(before(30))];
  const events = remindersDecider.decide(ring, given(...history).state(), ringing(single, at(30), history));
  expect(JSON.stringify(events)).not.toContain(details.name);
});
