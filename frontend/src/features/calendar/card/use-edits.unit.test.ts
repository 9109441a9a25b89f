import { expect, it } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { changedDetails, detailsOf, newerValue } from './use-edits.ts';

const event = calendarEvent('a', { name: 'Stand-up', description: 'Short', location: 'Kitchen' });
const edit = { from: detailsOf(event), typed: { name: ' Stand-up! ', description: 'Short', location: 'Kitchen' } };

it('an edit holds only changes, without surrounding spaces', () => {
  expect(changedDetails(edit)).toEqual({ name: 'Stand-up!' });
});

it('an edit knows which values changed elsewhere since it began', () => {
  const newer = { ...event, location: 'Roof', revision: 2 };
  expect(newerValue('location', edit, newer)).toBe('Roof');
  expect(newerValue('name', edit, newer)).toBeUndefined();
});
