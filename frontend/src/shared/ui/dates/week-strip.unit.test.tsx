import { addDays, startOfWeek } from '@quorum/contracts/time/days.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { WeekStrip, type WeekStripProps } from './week-strip.tsx';

function setUp(props: Partial<WeekStripProps> = {}) {
  const onSelect = vi.fn<(date: string) => void>();
  const onLeave = vi.fn<(direction: -1 | 1) => void>();
  render(
    <WeekStrip
      week="2026-05-14"
      today="2026-05-14"
      selected="2026-05-15"
      onSelect={onSelect}
      onLeave={onLeave}
      marksFor={(date) => (date === '2026-05-14' ? { count: 4 } : undefined)}
      {...props}
    />,
  );
  return { onSelect, onLeave };
}

const focusedDate = () => (document.activeElement as HTMLElement).dataset.date;

const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });

test('a week shows seven days from Sunday, dots on days with events, today and the selected day', () => {
  setUp();
  const days = screen.getAllByRole('option');
  expect(days.map((day) => day.dataset.date?.slice(8))).toEqual(['10', '11', '12', '13', '14', '15', '16']);
  const today = screen.getByRole('option', { name: 'Thu 14 May, 4 events' });
  expect(today.getAttribute('aria-current')).toBe('date');
  expect(today.querySelectorAll('.week-strip__dots i')).toHaveLength(3);
  expect(screen.getByRole('option', { selected: true }).dataset.date).toBe('2026-05-15');
});

test('arrows, Home and End move the focus in a week, and the caller receives moves past the ends', () => {
  const { onLeave } = setUp();
  screen.getByRole('option', { selected: true }).focus();
  press('ArrowRight');
  expect(focusedDate()).toBe('2026-05-16');
  press('ArrowRight');
  expect(onLeave).toHaveBeenLastCalledWith(1);
  press('Home');
  expect(focusedDate()).toBe('2026-05-10');
  press('ArrowLeft');
  expect(onLeave).toHaveBeenLastCalledWith(-1);
  press('End');
  expect(focusedDate()).toBe('2026-05-16');
});

test('the keyboard continues from a week into the next one and back', () => {
  function Host() {
    const [week, setWeek] = useState('2026-05-14');
    const move = (direction: -1 | 1) => setWeek((last) => addDays(startOfWeek(last), direction * 7));
    return <WeekStrip week={week} today="2026-05-14" selected="2026-05-16" onSelect={vi.fn()} onLeave={move} />;
  }
  render(<Host />);
  screen.getByRole('option', { selected: true }).focus();
  press('ArrowRight');
  expect(focusedDate()).toBe('2026-05-17');
  press('ArrowLeft');
  expect(focusedDate()).toBe('2026-05-16');
});

test('the keyboard does not move to past days of a week', () => {
  const { onLeave } = setUp({ disablePast: true });
  screen.getByRole('option', { selected: true }).focus();
  press('Home');
  press('ArrowLeft');
  expect(onLeave).not.toHaveBeenCalled();
  expect(focusedDate()).toBe('2026-05-14');
});

test('past days of a week can be disabled and are skipped', () => {
  const { onSelect } = setUp({ disablePast: true });
  const past = screen.getByRole<HTMLButtonElement>('option', { name: 'Wed 13 May' });
  expect(past.disabled).toBe(true);
  fireEvent.click(past);
  expect(onSelect).not.toHaveBeenCalled();
  screen.getByRole('option', { selected: true }).focus();
  press('Home');
  expect(focusedDate()).toBe('2026-05-14');
});
