import { expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { changedDetails, detailsOf, newerValue } from './use-edits.ts';

const event = calendarEvent('a', { name: 'Stand-up', description: 'Short', location: 'Kitchen' });
const edit = { from: detailsOf(event), typed: { name: ' Stand-up! ', description: 'Short', location: 'Kitchen' } };

it('an edit holds only what was changed, without spaces around it', () => {
  expect(changedDetails(edit)).toEqual({ name: 'Stand-up!' });
});

it('an edit knows what was changed elsewhere since it began', () => {
  const newer = { ...event, location: 'Roof', revision: 2 };
  expect(newerValue('location', edit, newer)).toBe('Roof');
  expect(newerValue('name', edit, newer)).toBeUndefined();
});
