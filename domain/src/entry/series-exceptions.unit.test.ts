import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import {
  before,
  cancelledOn,
  changed,
  clock,
  dates,
  edit,
  given,
  identity,
  noon,
  on,
  remove,
  set,
  tuesdays,
  weekly,
} from '../testing/weekly-entry.ts';

describe('exceptions beside a change', () => {
  const thursday = { date: '2030-05-23', ...clock, ...on('2030-05-23') };
  const moved = changed('2030-05-21', { changed: ['times'], times: thursday, becomes: on('2030-05-23') });
  const renamed = changed('2030-06-04', { name: 'Retro' });
  const at8 = set({ time: '20:00', ...on('2030-05-14', 20) });
  const all = [...weekly, moved, renamed, cancelledOn('2030-05-28')];

  it('a deleted date stays deleted, also when the rule comes back to it (SERIES-19)', () => {
    const fridays = set({
      from: '2030-05-14',
      date: '2030-05-17',
      rule: { ...tuesdays, on: ['FR'] },
      ...on('2030-05-17'),
    });
    expect(dates(...all, at8)).not.toContain('2030-05-28');
    expect(dates(...all, fridays, set())).not.toContain('2030-05-28');
    expect(dates(...all, fridays, set())).toContain('2030-05-21');
  });

  it('texts of a changed date stay beside a change of its series; a move stays only beside the same rule and time (SERIES-19)', () => {
    const names = (...events: readonly DomainEvent[]) =>
      given(...events)
        .state()
        .series?.changed.map(({ occurrence, name, times }) => [occurrence, name, times?.date]);
    expect(names(...all, set({ name: 'Weekly' }))).toEqual([
      ['2030-05-21', undefined, '2030-05-23'],
      ['2030-06-04', 'Retro', undefined],
    ]);
    expect(names(...all, at8)).toEqual([['2030-06-04', 'Retro', undefined]]);
    expect(names(...all, at8, set())).toEqual([['2030-06-04', 'Retro', undefined]]);
  });

  it('an edit from a date with a name of its own renames this date too', () => {
    given(...weekly, renamed)
      .when(edit({ details: { name: 'Review' } }, 'following', '2030-06-04'), before)
      .then(
        set({ name: 'Review', from: '2030-06-04', date: '2030-06-04', ...on('2030-06-04') }),
        changed('2030-06-04', { name: 'Review' }),
      );
    // Also where the others have that name already.
    for (const scope of ['following', 'all'] as const)
      given(...weekly, renamed)
        .when(edit({ details: { name: 'Stand-up' } }, scope, '2030-06-04'), before)
        .then(changed('2030-06-04', { name: 'Stand-up' }));
  });
});

describe('deleting', () => {
  it('deleting one date leaves it out (SERIES-20)', () => {
    given(...weekly)
      .when(remove(undefined, '2030-05-21'), before)
      .then(cancelledOn('2030-05-21'));
    given(...weekly, cancelledOn('2030-05-21'))
      .when(remove('this', '2030-05-21'), before)
      .thenRefused('series/date-gone');
  });

  it('deleting a date and the following ones ends the series before it (SERIES-20)', () => {
    const ended = { ...identity, from: '2030-05-28', lastDate: '2030-05-21', lastEndsAt: '2030-05-23T00:00:00.000Z' };
    given(...weekly)
      .when(remove('following', '2030-05-28'), before)
      .then({ type: 'SeriesEnded', data: ended });
    expect(dates(...weekly, { type: 'SeriesEnded', data: ended })).toEqual(['2030-05-14', '2030-05-21']);
  });

  it('deleting all dates, or all from the first one on, deletes the whole series (SERIES-20)', () => {
    const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };
    given(...weekly)
      .when(remove(), before)
      .then(cancelled);
    given(...weekly)
      .when(remove('all', '2030-05-28'), before)
      .then(cancelled);
    given(...weekly)
      .when(remove('following', '2030-05-14'), before)
      .then(cancelled);
    expect(given(...weekly, cancelled).state()).toMatchObject({ status: 'cancelled' });
  });

  it('deleting the dates ahead keeps those that took place', () => {
    const ended = { ...identity, from: '2030-05-28', lastDate: '2030-05-21', lastEndsAt: '2030-05-23T00:00:00.000Z' };
    given(...weekly)
      .when(remove('following'), noon('2030-05-23'))
      .then({ type: 'SeriesEnded', data: ended });
    given(...weekly)
      .when(remove('following'), before)
      .then({ type: 'EntryCancelled', data: identity });
  });
});
