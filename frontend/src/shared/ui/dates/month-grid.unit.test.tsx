import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { MonthGrid, type MonthGridProps } from './month-grid.tsx';

const EVENTS: Record<string, number> = { '2026-05-14': 3, '2026-05-15': 1, '2026-05-20': 7 };

type HostProps = Pick<MonthGridProps, 'onSelect' | 'isDisabled'>;

function Host(props: HostProps) {
  const [month, setMonth] = useState('2026-05');
  return (
    <MonthGrid
      month={month}
      onMonthChange={setMonth}
      today="2026-05-14"
      selected="2026-05-12"
      marksFor={(date) => (EVENTS[date] ? { count: EVENTS[date] } : undefined)}
      {...props}
    />
  );
}

function setUp(isDisabled?: HostProps['isDisabled']) {
  const onSelect = vi.fn<HostProps['onSelect']>();
  render(<Host onSelect={onSelect} isDisabled={isDisabled} />);
  return { onSelect };
}

const day = (name: string | RegExp) => screen.getByRole('gridcell', { name });

const focusedDate = () => (document.activeElement as HTMLElement).dataset.date;

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...more });

test('a month has 42 cells, Sunday first, and one tab stop', () => {
  setUp();
  const cells = screen.getAllByRole('gridcell');
  expect(cells).toHaveLength(42);
  expect(cells[0]?.dataset.date).toBe('2026-04-26');
  expect(screen.getAllByRole('columnheader')[0]?.getAttribute('aria-label')).toBe('Sunday');
  expect(cells.filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
  expect(screen.getByRole('grid', { name: 'May 2026' })).toBeTruthy();
});

test("a day's label has the date and event count, today is marked, and at most three dots are shown", () => {
  setUp();
  expect(day('May 14, 3 events').getAttribute('aria-current')).toBe('date');
  expect(day('May 15, 1 event').getAttribute('aria-current')).toBeNull();
  expect(day('May 12').getAttribute('aria-selected')).toBe('true');
  expect(day('May 20, 7 events').querySelectorAll('.month-grid__dots i')).toHaveLength(3);
});

test('the week of the selected day is highlighted', () => {
  setUp();
  const banded = screen.getAllByRole('gridcell').filter((cell) => cell.classList.contains('is-week'));
  expect(banded.map((cell) => cell.dataset.date)).toEqual([
    '2026-05-10',
    '2026-05-11',
    '2026-05-12',
    '2026-05-13',
    '2026-05-14',
    '2026-05-15',
    '2026-05-16',
  ]);
});

test('a month leaves Alt and an arrow to the browser, which goes back', () => {
  setUp();
  day('May 12').focus();
  expect(press('ArrowLeft', { altKey: true })).toBe(true);
  expect(focusedDate()).toBe('2026-05-12');
});

test('arrows in a month move a day or a week, and Home and End move to the ends of the week', () => {
  setUp();
  day('May 12').focus();
  const path = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Home', 'End'].map((key) => {
    press(key);
    return focusedDate();
  });
  expect(path).toEqual(['2026-05-13', '2026-05-20', '2026-05-19', '2026-05-12', '2026-05-10', '2026-05-16']);
});

test('Page Up and Page Down move the month and keep the day', () => {
  setUp();
  day('May 12').focus();
  press('PageDown');
  expect(focusedDate()).toBe('2026-06-12');
  expect(screen.getByRole('grid', { name: 'June 2026' })).toBeTruthy();
  press('PageUp');
  press('PageUp');
  expect(focusedDate()).toBe('2026-04-12');
});

test('an arrow out of the month opens the next month and stays on the date', () => {
  setUp();
  day('May 31').focus();
  press('ArrowRight');
  expect(focusedDate()).toBe('2026-06-01');
  expect(screen.getByRole('grid', { name: 'June 2026' })).toBeTruthy();
});

test('a press in a month selects a day, and a disabled day can be passed but not selected', () => {
  const { onSelect } = setUp((date) => date === '2026-05-13');
  fireEvent.click(day('May 13'));
  expect(onSelect).not.toHaveBeenCalled();
  fireEvent.click(day('May 14, 3 events'));
  expect(onSelect).toHaveBeenCalledWith('2026-05-14');
  day('May 12').focus();
  press('ArrowRight');
  expect(focusedDate()).toBe('2026-05-13');
});

test('the header buttons change the month', () => {
  setUp();
  const calendar = screen.getByRole('group', { name: 'Month calendar' });
  fireEvent.click(within(calendar).getByRole('button', { name: 'Previous month' }));
  expect(screen.getByRole('grid', { name: 'April 2026' })).toBeTruthy();
});
