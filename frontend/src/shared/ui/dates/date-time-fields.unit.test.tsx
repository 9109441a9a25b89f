import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateField, TimeField } from './date-time-fields.tsx';

afterEach(cleanup);

const chosen = vi.fn();
function Fields() {
  const [date, setDate] = useState('2026-05-14');
  const [time, setTime] = useState('09:00');
  const choose = (put: (value: string) => void) => (value: string) => {
    chosen(value);
    put(value);
  };
  return (
    <>
      <DateField label="From" today="2026-05-14" value={date} onChange={choose(setDate)} />
      <TimeField label="At" value={time} onChange={choose(setTime)} />
    </>
  );
}

const show = () => {
  chosen.mockClear();
  render(<Fields />);
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return { field, type: (name: string, value: string) => fireEvent.change(field(name), { target: { value } }) };
};

describe('a field for a date or a time', () => {
  it('a field for a date or a time keeps what is half typed, and tells a date only when it is whole (UX-11)', () => {
    const { field, type } = show();
    for (const text of ['', '4', '4/2', '4/29/2', '4/29/202']) {
      type('From', text);
      expect(field('From').value).toBe(text);
    }
    expect(chosen).not.toHaveBeenCalled();
    type('From', '4/29/2026');
    expect(chosen.mock.calls).toEqual([['2026-04-29']]);
    fireEvent.blur(field('From'));
    expect(field('From').value).toBe('Apr 29, 2026');
  });

  it('a field for a date or a time takes the last such day for a date without a year when it is left or confirmed', () => {
    const { field, type } = show();
    type('From', '6/1');
    fireEvent.keyDown(field('From'), { key: 'Enter' });
    expect(chosen).toHaveBeenLastCalledWith('2025-06-01');
  });

  it('a field for a date or a time says what is wrong only when it is left, and not while it is corrected (UX-11)', () => {
    const { field, type } = show();
    type('At', '2x');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(field('At'));
    expect(screen.getByRole('alert').textContent).toBe('Enter a time, like 2:30 PM');
    expect(field('At').value).toBe('2x');
    expect(chosen).toHaveBeenLastCalledWith('');
    type('At', '2');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(field('At'));
    expect(field('At').value).toBe('2:00 PM');
  });

  it('a field for a date or a time offers a month to choose from', async () => {
    const { field } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Calendar for From' }));
    fireEvent.click(await screen.findByRole('gridcell', { name: 'May 4' }));
    expect(chosen).toHaveBeenLastCalledWith('2026-05-04');
    expect(field('From').value).toBe('May 4, 2026');
  });
});
