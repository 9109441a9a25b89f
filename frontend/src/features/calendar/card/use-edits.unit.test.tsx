import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { changedDetails, detailsOf, newerValue, UnsavedEdits, useEdits } from './use-edits.ts';

const event = calendarEvent('a', { name: 'Stand-up', description: 'Short', location: 'Kitchen' });
const edit = { from: detailsOf(event), typed: { name: ' Stand-up! ', description: 'Short', location: 'Kitchen' } };

it('an edit holds only changes, without surrounding spaces', () => {
  expect(changedDetails(edit)).toEqual({ name: 'Stand-up!' });
});

it('an edit knows which values changed elsewhere since it began', () => {
  const newer = { ...event, location: 'Roof', revision: 2 };
  expect(newerValue('location', edit, newer)).toBe('Roof');
  expect(newerValue('name', edit, newer)).toBeUndefined();
});

it('an edit that is saved after the schedule was left is not open on return', () => {
  const kept = new Map();
  const open = () =>
    renderHook(() => useEdits('group-1'), {
      wrapper: ({ children }) => <UnsavedEdits value={kept}>{children}</UnsavedEdits>,
    });
  const first = open();
  act(() => first.result.current.begin(event));
  const { end } = first.result.current;
  first.unmount();
  expect(open().result.current.ids).toEqual(['a']);
  end('a');
  expect(open().result.current.ids).toEqual([]);
});
