import type { OwnAnswer } from '@quorum/contracts/entry/dates-answers.ts';
import type { SeriesView } from '@quorum/contracts/entry/wire.ts';
import { describe, expect, it } from 'vitest';
import { newerDates, withDatesAnswered, withOwnDates } from './dates-answers.ts';

const tally = (revision: string, going = 1) => ({
  ...{ going, maybe: 0, cant: 0, waiting: 0, guests: 0, confirmed: {}, faces: [], revision },
});
const own = (revision: string, more: Partial<OwnAnswer> = {}): OwnAnswer => ({
  ...{ answer: 'going', guests: 0, place: null, answeredFor: null, revision },
  ...more,
});

const series = { _id: 's', answers: { lasting: [], dates: {} } } as unknown as SeriesView;
const about = { groupId: 'g', eventId: 's_2030-05-14' };

describe('the answers to a series in the browser', () => {
  it('the answers to a series are the newer of each piece, whichever comes first (RSVP-21)', () => {
    const before = { lasting: [{ ...tally('1'), from: '' }], dates: { '2030-05-14': { ...tally('3'), without: [] } } };
    const after = {
      lasting: [
        { ...tally('1'), from: '' },
        { ...tally('5', 2), from: '2030-05-14' },
      ],
      dates: { '2030-05-14': { ...tally('4', 0), without: [] } },
    };
    expect(newerDates(before, after)).toEqual(after);
    expect(newerDates(after, before)).toEqual(after);
  });

  it('the answers to a series keep what a response to the viewer does not carry (RSVP-17)', () => {
    const known = withOwnDates(series, { ...about, mine: { lasting: [{ ...own('1'), from: '' }], dates: {} } });
    const answered = { lasting: [{ ...own('2', { answer: 'cant' }), from: '2030-05-21' }], dates: {} };
    const now = withOwnDates(known, { ...about, mine: answered });
    expect(now.answers?.mine?.lasting.map(({ from, answer }) => [from, answer])).toEqual([
      ['', 'going'],
      ['2030-05-21', 'cant'],
    ]);
    expect(withOwnDates(now, about)).toBe(now);
  });

  it('a place in line moves up on its own date only (RSVP-10)', () => {
    const line = { '2030-05-14': own('2', { place: 3 }), '2030-05-21': own('2', { place: 3 }) };
    const waiting = withOwnDates(series, { ...about, mine: { lasting: [], dates: line } });
    const change = { ...about, answers: { lasting: [], dates: {} }, leaves: 2, at: '4' };
    const moved = withDatesAnswered(waiting, change);
    expect(Object.values(moved.answers?.mine?.dates ?? {}).map(({ place }) => place)).toEqual([2, 3]);
    // It may already be part of what was loaded.
    expect(withDatesAnswered(moved, change).answers?.mine?.dates['2030-05-14']?.place).toBe(2);
  });
});
