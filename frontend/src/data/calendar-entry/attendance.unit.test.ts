import type { AttendanceView, OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import { describe, expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { answersOf, newerEvent, withAttendance } from './attendance.ts';

const attendance = (revision: string, more: Partial<AttendanceView> = {}): AttendanceView => ({
  ...answersOf(calendarEvent('a'), undefined).attendance,
  revision,
  ...more,
});
const answeredFor = { startsAt: '2026-05-14T14:00:00.000Z', endsAt: '2026-05-14T15:00:00.000Z', placeRevision: 0 };
const mine = (revision: string, more: Partial<OwnRsvpView> = {}): OwnRsvpView => ({
  ...{ answer: 'going', guests: 0, place: null, ask: null, answeredFor, revision, ...more },
});

describe('the answers to an event', () => {
  it('the answers to an event are kept from the version that has the newer ones (RSVP-21)', () => {
    const known = calendarEvent('a', { revision: 1, attendance: attendance('5', { going: 3 }), mine: mine('5') });
    const renamed = calendarEvent('a', { revision: 2, name: 'Race', attendance: attendance('4') });
    expect(newerEvent(known, renamed)).toEqual({ ...known, revision: 2, name: 'Race' });
    const older = calendarEvent('a', { revision: 0, attendance: attendance('6', { going: 4 }) });
    expect(newerEvent(known, older)).toEqual({ ...known, attendance: attendance('6', { going: 4 }) });
    expect(newerEvent(known, { ...known, attendance: attendance('5') })).toBe(known);
  });

  it('the answers to an event are asked for again when it moves, and no longer when it moves back (RSVP-15)', () => {
    const known = calendarEvent('a', { revision: 1, mine: mine('5') });
    const moved = newerEvent(known, calendarEvent('a', { revision: 2, at: '12:00' }));
    expect(moved.mine?.ask).toEqual(answeredFor);
    expect(newerEvent(moved, calendarEvent('a', { revision: 3 })).mine?.ask).toBeNull();
    const cant = newerEvent(
      { ...known, mine: mine('5', { answer: 'cant' }) },
      calendarEvent('a', { revision: 2, at: '12:00' }),
    );
    expect(cant.mine?.ask).toBeNull();
  });

  it('a person moves up when somebody before them leaves the line, once for each change (RSVP-10)', () => {
    const waiting = { attendance: attendance('5', { waiting: 3 }), mine: mine('5', { place: 3 }) };
    const left = { attendance: attendance('6', { waiting: 2 }), leaves: 1, at: '6' };
    const moved = withAttendance(waiting, left);
    expect(moved.mine.place).toBe(2);
    expect(withAttendance(moved, left).mine.place).toBe(2);
    expect(withAttendance(moved, { ...left, leaves: 2, at: '7' }).mine.place).toBe(2);
  });
});
