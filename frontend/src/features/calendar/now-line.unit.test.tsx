import { act, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createTicker, TickerContext } from '../../shared/hooks/use-now.ts';
import { NowLine } from './event-list.tsx';

it('the current-time line shows a new minute in its first second (CAL-09)', () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-14T14:42:58.250Z') });
  render(
    <TickerContext value={createTicker()}>
      <NowLine timeZone="America/New_York" />
    </TickerContext>,
  );
  const shown = () => within(screen.getByRole('note')).getByRole('time').textContent;
  expect(shown()).toBe('10:42 AM');
  void act(() => vi.advanceTimersByTime(1000));
  expect(shown()).toBe('10:42 AM');
  void act(() => vi.advanceTimersByTime(750));
  expect(shown()).toBe('10:43 AM');
});
