import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { message } from '../../../testing/fakes.ts';
import { chatLines } from '../chat-lines.ts';
import type { Opening } from './use-opening.ts';
import { useRows } from './use-rows.ts';

it('many events in succession are one row until one is opened, by a link too, and again once they are folded', () => {
  const lines = chatLines(
    ['a', 'b', 'c', 'd', 'e'].map((id) => message(id, id, { isEvent: true })),
    [],
    [],
    null,
  );
  const opening = { linkedId: 'c', focusedId: undefined } as unknown as Opening;
  const { result } = renderHook(() => useRows({ lines, firstNew: undefined, timeZone: 'UTC', opening }));
  const fold = () => act(() => result.current.fold({ close: result.current.rows[0]?.opened ?? [] }));
  expect(result.current.rows).toHaveLength(5);
  fold();
  expect(result.current.rows).toHaveLength(1);
  act(() => result.current.fold({ open: 'd' }));
  expect(result.current.rows).toHaveLength(5);
  fold();
  expect(result.current.rows).toHaveLength(1);
});
