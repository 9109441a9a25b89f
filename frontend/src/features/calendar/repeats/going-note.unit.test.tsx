import { cleanup, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { GoingNote } from './going-note.tsx';

const counts = { maybe: 0, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: null, guestsEach: 0, faces: [] };
const show = (going: number, place: number | null = null) => {
  const mine = { answer: 'going', guests: 0, place, ask: null, answeredFor: null, revision: '1' } as const;
  const event = calendarEvent('a', { attendance: { ...counts, going, revision: '1' }, mine });
  return render(<GoingNote event={event} />).container.textContent;
};

it('the person who deletes an event reads how many others said they are going', () => {
  expect(show(9)).toBe('8 people said they’re going. They’ll see it in the chat.');
  cleanup();
  expect(show(2)).toContain('1 person said');
  cleanup();
  expect(show(2, 1)).toContain('2 people said');
  cleanup();
  expect(show(1)).toBe('');
});
