import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import {
  cancelledOn,
  changed,
  clock,
  details,
  given,
  identity,
  list,
  on,
  set,
  tuesdays,
} from '../testing/weekly-entry.ts';
import { entryDecider } from './decider.ts';
import type { ImportEntry } from './importing.ts';

const imported = { importId: '00000000-0000-8000-8000-00000000000f', count: null, uid: 'tea@example.com' };
const importing = (given: Partial<ImportEntry> = {}): ImportEntry => ({
  type: 'ImportEntry',
  entry: identity,
  details,
  times: { ...clock, date: '2030-05-14' },
  excluded: [],
  changed: [],
  imported,
  ...given,
});

const eventOf = (command: ImportEntry): DomainEvent => {
  const decision = entryDecider.decide(command, entryDecider.initial, {});
  if (isRefusal(decision) || decision.length !== 1) throw new Error('It is not one event.');
  return decision[0] as DomainEvent;
};

describe('an imported event', () => {
  it('an imported event is one stored event, whatever it holds', () => {
    const data = { ...identity, ...details, date: '2030-05-14', ...clock, ...on('2030-05-14'), ...imported };
    given()
      .when(importing(), {})
      .then({ type: 'EntryImported', data: { ...data, series: null, texts: '{}' } });
    const event = eventOf(importing({ repeats: tuesdays, excluded: ['2030-05-21'] }));
    expect(event).toMatchObject({ type: 'EntryImported', data: { series: { leftOut: ['2030-05-21'] } } });
    given(event).when(importing(), {}).then();
  });

  it('an imported series has the dates and texts of one that was made and changed here (ICS-15)', () => {
    const event = eventOf(
      importing({
        repeats: tuesdays,
        excluded: ['2030-05-21', '2030-05-22'],
        changed: [
          { occurrence: '2030-05-28', name: 'Retro', description: '', location: details.location },
          { occurrence: '2030-06-04', date: '2030-06-05', time: '19:00' },
          // No date of the series.
          { occurrence: '2030-06-06', name: 'Nothing' },
        ],
      }),
    );
    const moved = { date: '2030-06-05', ...clock, ...on('2030-06-05') };
    const made = [
      { type: 'EntryScheduled', data: { ...identity, ...details, date: '2030-05-14', ...clock, ...on('2030-05-14') } },
      set(),
      cancelledOn('2030-05-21'),
      changed('2030-05-28', { name: 'Retro' }),
      changed('2030-06-04', { changed: ['times'], times: moved, becomes: on('2030-06-05') }),
    ] as DomainEvent[];
    expect(list([event])).toEqual(list(made));
    const texts = (events: readonly DomainEvent[]) =>
      given(...events)
        .state()
        .series?.changed.map(({ occurrence, name, location }) => ({ occurrence, name, location }));
    expect(texts([event])).toEqual(texts(made));
  });

  it('an imported event of a person whose key was destroyed has no texts, and keeps its dates', () => {
    const event = eventOf(importing({ repeats: tuesdays, changed: [{ occurrence: '2030-05-28', name: 'Retro' }] }));
    const erased = {
      ...event,
      data: { ...event.data, name: null, description: null, location: null, uid: null, texts: null },
    };
    const { series } = given(erased as DomainEvent).state();
    expect(series).toMatchObject({ parts: [{ name: null }], changed: [{ occurrence: '2030-05-28', name: null }] });
  });

  it('an event that the product cannot repeat so is refused by name (ICS-15)', () => {
    const sundays = { unit: 'week', every: 1, on: ['SU'] } as const;
    given()
      .when(importing({ repeats: sundays }), {})
      .thenRefused('series/first-date');
    const daily = { unit: 'day', every: 1 } as const;
    const long = { ...clock, date: '2030-05-14', duration: 3_000 };
    given()
      .when(importing({ repeats: daily, times: long }), {})
      .thenRefused('series/overlaps-itself');
    const excluded = Array.from({ length: 401 }, (_, day) =>
      new Date(Date.UTC(2030, 4, 14 + day)).toISOString().slice(0, 10),
    );
    given()
      .when(importing({ repeats: daily, excluded }), {})
      .thenRefused('series/too-many-exceptions');
  });
});
