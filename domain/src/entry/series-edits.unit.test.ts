import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { expand } from '@quorum/contracts/time/series.ts';
import { aPattern } from '@quorum/contracts/time/testing/patterns.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { recorded } from '../testing/recorded-events.ts';
import { details, identity } from '../testing/weekly-entry.ts';
import { type EntryCommand, entryDecider } from './decider.ts';

const stateOf = (events: readonly DomainEvent[]) => recorded(events).reduce(entryDecider.evolve, entryDecider.initial);

const YEAR = 366 * 86_400_000;
const datesOf = (events: readonly DomainEvent[], from: number) => {
  const { series } = stateOf(events);
  return series === null ? [] : expand(series, { from, to: from + 2 * YEAR });
};

const anEdit = fc.record({
  at: fc.nat(40),
  what: fc.constantFrom('rename', 'move', 'later', 'rule', 'delete', 'end'),
  scope: fc.constantFrom('this' as const, 'following' as const),
  days: fc.integer({ min: -3, max: 3 }),
  pattern: aPattern,
});

const commandFor = (
  { what, scope, days, pattern }: typeof anEdit extends fc.Arbitrary<infer T> ? T : never,
  { occurrence, date }: { occurrence: string; date: string },
): EntryCommand => {
  const change = { type: 'ChangeEntry', details: {}, times: {}, occurrence, scope } as const;
  switch (what) {
    case 'rename':
      return { ...change, details: { name: `Since ${occurrence}` } };
    case 'move':
      return { ...change, times: { date: addDays(date, days) } };
    case 'later':
      return { ...change, times: { time: '21:15' } };
    case 'rule':
      return { ...change, scope: 'following', repeats: pattern.rule };
    case 'delete':
      return { type: 'CancelEntry', occurrence, scope: 'this' };
    default:
      return { type: 'CancelEntry', occurrence, scope: 'following' };
  }
};

/** One edit in a sequence: the events before and after it, and the date that it named. */
type Step = {
  readonly edit: typeof anEdit extends fc.Arbitrary<infer T> ? T : never;
  readonly occurrence: string;
  readonly now: number;
  readonly events: readonly DomainEvent[];
  readonly next: readonly DomainEvent[];
};

/** Plays random edits of random series. Those that are refused change nothing. */
const play = (check: () => (step: Step) => void): void =>
  fc.assert(
    fc.property(aPattern, fc.array(anEdit, { maxLength: 12 }), ({ rule, date }, edits) => {
      const times = { date, time: '19:00', timeZone: 'America/New_York', duration: 60 };
      const now = Date.parse(`${date}T00:00:00Z`) - 7 * 86_400_000;
      const schedule = { type: 'ScheduleEntry', entry: identity, details, times, repeats: rule } as const;
      const begun = entryDecider.decide(schedule, entryDecider.initial, { now });
      if (isRefusal(begun)) throw new Error(begun.refused);
      const look = check();
      let events: readonly DomainEvent[] = begun;
      for (const edit of edits) {
        const dates = datesOf(events, now);
        const chosen = dates[edit.at % Math.max(1, dates.length)];
        if (chosen === undefined) break;
        const { occurrence } = chosen;
        const command = commandFor(edit, { occurrence, date: chosen.times.date });
        const decided = entryDecider.decide(command, stateOf(events), { now });
        if (isRefusal(decided)) continue;
        const next = [...events, ...decided];
        if (stateOf(next).status === 'cancelled') break;
        look({ edit, occurrence, now, events, next });
        events = next;
      }
    }),
    { numRuns: 60 },
  );

const shown = (events: readonly DomainEvent[], from: number) =>
  datesOf(events, from).map(({ occurrence, startsAt, endsAt, part, exception }) => {
    const { name, description, location } = { ...part, ...exception };
    // Who answered is asked again about a later one.
    const { placeRevision, timesRevision } = part;
    return { occurrence, startsAt, endsAt, name, description, location, placeRevision, timesRevision };
  });

describe('any sequence of edits of a series', () => {
  it('any sequence of edits of a series leaves the dates before it as they were, lists no deleted date, and no date twice (SERIES-19, SERIES-30)', () => {
    play(() => {
      const deleted = new Set<string>();
      return ({ edit, occurrence, now, events, next }) => {
        if (edit.what === 'delete') deleted.add(occurrence);
        const [before, after] = [datesOf(events, now), datesOf(next, now)];
        const plain = ({ part: _, ...each }: (typeof before)[number]) => each;
        const earlier = before.filter((each) => each.occurrence < occurrence);
        const kept = earlier.map((each) => after.find((other) => other.occurrence === each.occurrence));
        expect(kept.map((each) => each && plain(each))).toEqual(earlier.map(plain));
        const names = after.map((each) => each.occurrence);
        expect(new Set(names).size).toBe(names.length);
        expect(names.filter((name) => deleted.has(name))).toEqual([]);
      };
    });
  });

  it('any edit of a series is undone by putting back the version before its last edit (UNDO-07, UNDO-18, SERIES-30)', () => {
    play(() => ({ edit: { what, scope }, occurrence, now, events, next }) => {
      if (what === 'delete') return;
      const isOne = scope === 'this' && what !== 'rule' && what !== 'end';
      const command: EntryCommand = {
        type: 'RevertEntry',
        revision: events.length - 1,
        occurrence: isOne ? occurrence : undefined,
      };
      const back = entryDecider.decide(command, stateOf(next), { now, version: stateOf(events) });
      if (isRefusal(back)) throw new Error(back.refused);
      expect(shown([...next, ...back], now)).toEqual(shown(events, now));
    });
  });
});
