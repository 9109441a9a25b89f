import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { seatsIn, seatsLabel } from './seats.ts';
import SeatsDialog from './seats-dialog.tsx';

it('seats and guests are named in words (RSVP-07)', () => {
  expect(seatsLabel({ seats: null, guestsEach: 0 })).toBe('No limit');
  expect(seatsLabel({ seats: 1, guestsEach: 1 })).toBe('1 seat, up to 1 guest each');
  expect(seatsLabel({ seats: 1_000, guestsEach: 2 })).toBe('1,000 seats, up to 2 guests each');
});

it('an empty field means no limit, and anything but 1 to 10,000 is no number of seats (RSVP-07)', () => {
  expect(seatsIn(' ')).toEqual({ seats: null });
  expect(seatsIn('10000')).toEqual({ seats: 10_000 });
  for (const typed of ['0', '10001', '1.5', '-3', 'ten']) expect(seatsIn(typed), typed).toHaveProperty('error');
});

it('the dialog hands on what was chosen, and nothing that is no number of seats (RSVP-07)', () => {
  const onDone = vi.fn();
  render(<SeatsDialog value={{ seats: null, guestsEach: 0 }} doneLabel="Save" onDone={onDone} onClose={vi.fn()} />);
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.change(screen.getByLabelText('Seats'), { target: { value: '0' } });
  save();
  expect(onDone).not.toHaveBeenCalled();
  expect(screen.getByText('Please enter a number from 1 to 10,000')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Seats'), { target: { value: '8' } });
  fireEvent.change(screen.getByLabelText('Guests each'), { target: { value: '2' } });
  save();
  expect(onDone).toHaveBeenCalledWith({ seats: 8, guestsEach: 2 });
});
