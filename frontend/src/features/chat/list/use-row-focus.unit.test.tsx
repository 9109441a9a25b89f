// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { message } from '../../../testing/fakes.ts';
import { useRowFocus } from './use-row-focus.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lines = ['a', 'b', 'c', 'd'].map((id) => ({ message: message(id, id) }));

/** Only the last row is drawn at first, as in a list that draws the others once it has moved. */
function List() {
  const scroller = useRef<HTMLDivElement>(null);
  const { onKeyDown, onFocus } = useRowFocus(lines, scroller, { onMove: () => {}, onLeave: () => {} });
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for the list. */}
      <div data-testid="list" ref={scroller} onKeyDown={onKeyDown} onFocus={onFocus}>
        <article data-row="d" tabIndex={-1} />
      </div>
      <input aria-label="Elsewhere" />
    </>
  );
}

const draw = (id: string): HTMLElement => {
  const row = document.createElement('article');
  row.dataset.row = id;
  row.tabIndex = -1;
  return screen.getByTestId('list').appendChild(row);
};

const atLast = () => {
  render(<List />);
  const last = screen.getByRole('article');
  act(() => last.focus());
  return { press: (key: string) => fireEvent.keyDown(last, { key }) };
};

it.each([
  ['a row that is drawn late has the focus then', ['Home'], 'a'],
  ['keys that are pressed before a row is drawn count on from it', ['ArrowUp', 'ArrowUp'], 'b'],
])('%s', (_, keys, id) => {
  const { press } = atLast();
  for (const key of keys) press(key);
  const row = draw(id);
  act(() => void vi.advanceTimersToNextFrame());
  expect(document.activeElement).toBe(row);
});

it('a row that is drawn late leaves the focus to what has taken it meanwhile', () => {
  const { press } = atLast();
  press('Home');
  const field = screen.getByRole('textbox');
  act(() => field.focus());
  draw('a');
  act(() => void vi.advanceTimersToNextFrame());
  expect(document.activeElement).toBe(field);
});
