import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, renderHook, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { timedEvent } from '../../data/calendar-entry/timed-event.ts';
import { ToastProvider } from '../../shared/ui/overlays/toast.tsx';
import { calendarEvent } from '../../testing/calendar.ts';
import { detailsOf, useEdits } from './card/use-edits.ts';
import { useDroppedEdits } from './use-dropped-edits.ts';

const single = calendarEvent('s', { name: 'Stand-up', date: '2026-05-19' });
const dateOf = (date: string) =>
  calendarEvent(`s_${date}`, { name: 'Stand-up', date, seriesId: 's', occurrence: date });
const tuesdays = ['2026-05-19', '2026-05-26', '2026-06-02'].map(dateOf);
const wednesdays = ['2026-05-20', '2026-05-27', '2026-06-03'].map(dateOf);
const typedFor = (event: EventView) => ({ ...detailsOf(event), description: 'Bring slides' });

const open = (listed: readonly EventView[]) => {
  const schedule = (events: readonly EventView[]) => {
    const upcoming = events.map(timedEvent);
    return { upcoming, listed: upcoming, complete: true, declined: 0, failed: false, retry: () => undefined };
  };
  const use = (events: readonly EventView[]) => {
    const edits = useEdits('group-1');
    useDroppedEdits(edits, schedule(events));
    return edits;
  };
  const { result, rerender } = renderHook(use, { initialProps: listed, wrapper: ToastProvider });
  const type = (event: EventView) =>
    act(() => {
      result.current.begin(event);
      result.current.type(event._id, typedFor(event));
    });
  return { edits: () => result.current, type, list: rerender };
};

it('what was typed for a date of a series stays when another browser moves that date to another day, with a sentence that says where it is (SERIES-22)', () => {
  const { edits, type, list } = open(tuesdays);
  const [first, second] = tuesdays as [EventView, EventView];
  type(second);
  type(first);
  list(wednesdays);
  expect(new Set(edits().ids)).toEqual(new Set(['s_2026-05-20', 's_2026-05-27']));
  const text = 'Tue, May 26 is no longer a date of Stand-up. What you typed is now on Wed, May 27.';
  expect(edits().of('s_2026-05-27')).toEqual({ from: detailsOf(second), typed: typedFor(second), moved: text });
  expect(edits().isExpanded('s_2026-05-27')).toBe(true);
  expect(screen.getByText(text)).toBeDefined();
});

it('what was typed for an event stays on its first date when another browser lets it repeat (SERIES-26)', () => {
  const { edits, type, list } = open([single]);
  type(single);
  list(tuesdays);
  expect(edits().of('s_2026-05-19')).toEqual({ from: detailsOf(single), typed: typedFor(single) });
  expect(screen.queryByText(/is no longer a date/)).toBeNull();
});

it('an edit of an event that another browser deletes ends, and its person reads that the event was deleted', () => {
  const { edits, type, list } = open([single, calendarEvent('a')]);
  type(single);
  list([calendarEvent('a')]);
  expect(edits().ids).toEqual([]);
  expect(screen.getByText('This event was deleted')).toBeDefined();
});
