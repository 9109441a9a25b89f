import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useRsvp } from './use-rsvp.ts';

const counts = { maybe: 0, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: 8, guestsEach: 0, faces: [] };
const silent = { answer: null, guests: 0, place: null, ask: null, answeredFor: null, revision: '1' };
const inLine = { ...silent, answer: 'going', place: 1, revision: '2' } as const;

const withGoing = (going: number, more: Partial<EventView> = {}): EventView =>
  calendarEvent('a', { name: 'Dinner', attendance: { ...counts, going, revision: '1' }, mine: silent, ...more });

function Going({ event }: { event: EventView }) {
  const { onAnswer } = useRsvp(event);
  return (
    <button type="button" onClick={() => void onAnswer('going', 0)}>
      Going
    </button>
  );
}

const join = async (seen: EventView): Promise<void> => {
  const full = withGoing(8, { mine: inLine });
  renderScreen(<Going event={seen} />, signedInServices(() => json({ event: full })).services);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Going' })));
};

const JUST_WENT = 'The last seat just went. You’re 1st in line.';

it('the second person who answers for the last seat reads that it just went, with their place on the waitlist (RSVP-11)', async () => {
  await join(withGoing(7));
  expect(await screen.findByText(JUST_WENT)).toBeDefined();
});

it('a person who joins the waitlist of a full event reads of no seat that went', async () => {
  await join(withGoing(8));
  expect(screen.queryByText(JUST_WENT)).toBeNull();
});
