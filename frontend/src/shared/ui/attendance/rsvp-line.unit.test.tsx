import type { AttendanceView, OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { RsvpLine } from './rsvp-line.tsx';

const counts = { going: 6, maybe: 2, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: null, guestsEach: 0 };
const event = calendarEvent('e1', { name: 'Dinner' });
const nothing: OwnRsvpView = { answer: null, guests: 0, place: null, ask: null, answeredFor: null, revision: '1' };

type Show = {
  attendance?: Partial<AttendanceView>;
  mine?: Partial<OwnRsvpView>;
  isCreator?: boolean;
  isOver?: boolean;
};

const lineOf = ({ attendance, mine, isCreator = false, isOver = false }: Show, onAnswer = vi.fn(async () => {})) => (
  <RsvpLine
    event={event}
    attendance={{ ...counts, faces: [], revision: '1', ...attendance }}
    mine={{ ...nothing, ...mine }}
    faces={[]}
    now={Date.parse(isOver ? event.endsAt : event.startsAt) - (isOver ? 0 : 3_600_000)}
    timeZone="America/New_York"
    busy={false}
    error={undefined}
    isCreator={isCreator}
    onAnswer={onAnswer}
  />
);

const show = (shown: Show) => {
  const onAnswer = vi.fn(async () => {});
  const { rerender } = render(lineOf(shown, onAnswer));
  return { onAnswer, become: (next: Show) => rerender(lineOf(next, onAnswer)) };
};

const question = () => screen.getByRole('radiogroup', { name: 'Are you going to Dinner?' });
const radio = (name: string) => within(question()).getByRole('radio', { name });
const chip = () => screen.getByRole('button', { name: /^Your answer/ });
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element, { detail: 1 }));

it('a member without an answer is asked with three buttons, and afterwards sees a chip that opens them again (RSVP-02)', async () => {
  const { onAnswer, become } = show({});
  expect(screen.getByText('Are you going?')).toBeDefined();
  expect(screen.getByText('6 going · 2 maybe')).toBeDefined();
  await press(radio('Maybe'));
  expect(onAnswer).toHaveBeenCalledWith('maybe', 0);
  become({ mine: { answer: 'maybe' } });
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(document.activeElement).toBe(chip());
  await press(chip());
  expect(radio('Maybe').getAttribute('aria-checked')).toBe('true');
});

it('the three answers are one tab stop, on which the arrows choose, and Escape closes them (RSVP-23)', async () => {
  const { onAnswer, become } = show({ mine: { answer: 'going' } });
  await press(chip());
  expect(document.activeElement).toBe(radio('Going'));
  const stops = within(question()).getAllByRole('radio');
  expect(stops.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  await act(async () => void fireEvent.keyDown(radio('Going'), { key: 'ArrowRight' }));
  expect(onAnswer).toHaveBeenCalledWith('maybe', 0);
  expect(document.activeElement).toBe(radio('Maybe'));
  become({ mine: { answer: 'maybe' } });
  fireEvent.keyDown(radio('Maybe'), { key: 'Escape' });
  expect(chip().textContent).toBe('Maybe');
  expect(document.activeElement).toBe(chip());
});

it('an answer is taken back from the open question, which keeps the focus (RSVP-05)', async () => {
  const { onAnswer, become } = show({ mine: { answer: 'cant' } });
  await press(chip());
  await press(screen.getByRole('button', { name: 'Take back' }));
  expect(onAnswer).toHaveBeenCalledWith(null, 0);
  become({});
  expect(screen.getByText('Are you going?')).toBeDefined();
  expect(question().contains(document.activeElement)).toBe(true);
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

it('a member who waits for a seat leaves the line from the open question, and a creator has nothing to take back (RSVP-05, RSVP-09)', async () => {
  show({ mine: { answer: 'going', place: 2 }, attendance: { seats: 6, waiting: 2 } });
  expect(screen.getByText('You’re 2nd in line. You get the first seat that opens for you.')).toBeDefined();
  await press(chip());
  expect(screen.getByRole('button', { name: 'Leave waitlist' })).toBeDefined();
  cleanup();
  show({ mine: { answer: 'going' }, isCreator: true });
  await press(chip());
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

it('going offers how many guests come along, where guests are allowed (RSVP-08)', async () => {
  const { onAnswer } = show({ attendance: { guestsEach: 2 } });
  await press(radio('Going'));
  expect(onAnswer).not.toHaveBeenCalled();
  const guests = screen.getByRole('radiogroup', { name: 'How many do you bring?' });
  const choices = within(guests).getAllByRole('radio');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Just me', '+1', '+2']);
  await press(within(guests).getByRole('radio', { name: '+2' }));
  expect(onAnswer).toHaveBeenCalledWith('going', 2);
});

it('a full event offers its line, and says how many wait (RSVP-09)', () => {
  show({ attendance: { going: 8, maybe: 0, seats: 8, waiting: 2 } });
  expect(radio('Join waitlist')).toBeDefined();
  expect(screen.getByText('Full').parentElement?.textContent).toBe('Full · 2 waiting');
  expect(screen.getByRole('img', { name: '8 of 8 seats taken' })).toBeDefined();
});

it('a party in line that is too large for the free seats reads how many it needs, and may come with fewer (RSVP-10)', async () => {
  const attendance = { going: 8, maybe: 0, seats: 10, guestsEach: 2, waiting: 1 };
  show({ attendance, mine: { answer: 'going', guests: 2, place: 1 } });
  expect(screen.getByText('2 seats are free, you need 3.')).toBeDefined();
  await press(screen.getByRole('button', { name: 'Come with fewer' }));
  expect(screen.getByRole('radiogroup', { name: 'How many do you bring?' })).toBeDefined();
});

it('a member who answered for another time is asked again, with the earlier answer (RSVP-15, RSVP-16)', () => {
  const before = { startsAt: '2026-05-13T14:00:00.000Z', endsAt: '2026-05-13T15:00:00.000Z', placeRevision: 0 };
  show({ mine: { answer: 'going', ask: before, answeredFor: before }, attendance: { notConfirmed: 2 } });
  const change = screen.getByText(/You said Going\./);
  expect(change.textContent).toMatch(/^Moved from .*May 13.* to .*May 14.*\. You said Going\.$/);
  expect(radio('Still going')).toBeDefined();
  expect(screen.getByText('6 going, 2 not confirmed · 2 maybe')).toBeDefined();
});

it('a member who moves up in line, or gets a seat, hears it without losing the focus (RSVP-23)', () => {
  const seats = { seats: 6, waiting: 2 };
  const { become } = show({ mine: { answer: 'going', place: 2 }, attendance: seats });
  expect(screen.getByRole('status').textContent).toBe('');
  become({ mine: { answer: 'going', place: 1 }, attendance: seats });
  expect(screen.getByRole('status').textContent).toBe('You’re 1st in line.');
  become({ mine: { answer: 'going', place: null }, attendance: seats });
  expect(screen.getByRole('status').textContent).toBe('A seat opened up. You’re going to Dinner.');
  expect(document.activeElement).toBe(document.body);
});

it('an event that is over shows the answer that its viewer gave, and asks nothing (RSVP-05)', () => {
  show({ mine: { answer: 'maybe' }, isOver: true });
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Maybe')).toBeDefined();
});

it('guests who were allowed before can still be brought, also when the event has moved (RSVP-08, RSVP-15)', async () => {
  const moved = { startsAt: '2026-05-01T10:00:00.000Z', endsAt: '2026-05-01T11:00:00.000Z', placeRevision: 0 };
  const { onAnswer } = show({ mine: { answer: 'going', guests: 2, ask: moved } });
  await press(radio('Still going'));
  expect(onAnswer).not.toHaveBeenCalled();
  await press(screen.getByRole('radio', { name: '+2' }));
  expect(onAnswer).toHaveBeenCalledWith('going', 2);
});

it('a member whose answer to all dates was for other days is asked again, and not about the place (RSVP-15)', () => {
  const { startsAt, endsAt, placeRevision } = event;
  show({ mine: { answer: 'going', ask: { startsAt, endsAt, placeRevision } } });
  expect(screen.getByText('The dates changed. You said Going.')).toBeDefined();
});
