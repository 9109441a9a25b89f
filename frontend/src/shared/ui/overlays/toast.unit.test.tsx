import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider, useToast } from './toast.tsx';

const undone = vi.fn();

beforeEach(() => {
  undone.mockClear();
  vi.useFakeTimers();
});

function Host() {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast('Email updated successfully')}>
      Save
    </button>
  );
}

function BadNews() {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast('You were removed from Film Club', 'notice')}>
      Tell
    </button>
  );
}

test('a notice shows an information mark instead of a check mark', () => {
  render(
    <ToastProvider>
      <BadNews />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  const shown = screen.getByText('You were removed from Film Club');
  expect(shown.parentElement?.querySelector('.lucide-check')).toBeNull();
  expect(shown.parentElement?.querySelector('.lucide-info')).not.toBeNull();
});

const shownTexts = () => screen.getAllByRole('status').flatMap(({ textContent }) => textContent || []);

test('a toast is announced by a region that was there before, and stays for three seconds', () => {
  render(
    <ToastProvider>
      <Host />
    </ToastProvider>,
  );
  const region = screen.getByRole('status');
  fireEvent.click(screen.getByRole('button'));
  expect(region.textContent).toBe('Email updated successfully');
  void act(() => vi.advanceTimersByTime(2999));
  expect(shownTexts()).toEqual(['Email updated successfully']);
  void act(() => vi.advanceTimersByTime(1));
  expect(shownTexts()).toEqual([]);
});

function Undoable() {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast('Regatta was deleted', 'success', { label: 'Undo', run: undone })}>
      Delete
    </button>
  );
}

const showUndoable = () => {
  render(
    <ToastProvider>
      <Undoable />
      <Host />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByText('Delete'));
};

test('a toast with an action stays for ten seconds, and its button is outside the text that is read out', () => {
  showUndoable();
  expect(screen.getByText('Regatta was deleted').contains(screen.getByText('Undo'))).toBe(false);
  void act(() => vi.advanceTimersByTime(9999));
  expect(shownTexts()).toEqual(['Regatta was deleted']);
  void act(() => vi.advanceTimersByTime(1));
  expect(shownTexts()).toEqual([]);
});

test.each([
  ['is hovered', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['has the focus', fireEvent.focus, fireEvent.blur],
])('a toast with an action stays as long as it %s, and its time starts again afterwards', (_, enter, leave) => {
  showUndoable();
  enter(screen.getByText('Undo'));
  void act(() => vi.advanceTimersByTime(60_000));
  expect(shownTexts()).toEqual(['Regatta was deleted']);
  leave(screen.getByText('Undo'));
  void act(() => vi.advanceTimersByTime(9999));
  expect(shownTexts()).toEqual(['Regatta was deleted']);
  void act(() => vi.advanceTimersByTime(1));
  expect(shownTexts()).toEqual([]);
});

test.each([
  ['its action', () => fireEvent.click(screen.getByText('Undo'))],
  ['Escape', () => fireEvent.keyDown(screen.getByText('Undo'), { key: 'Escape' })],
])('a toast that ends by %s gives the focus back to where it was', (_, end) => {
  showUndoable();
  screen.getByText('Save').focus();
  act(() => screen.getByText('Undo').focus());
  end();
  expect(shownTexts()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByText('Save'));
});

test('a toast that ends gives the focus to the heading of the screen if what had it before is gone', () => {
  const { rerender } = render(
    <ToastProvider>
      <main>
        <h1>Schedule</h1>
        <Undoable />
      </main>
    </ToastProvider>,
  );
  fireEvent.click(screen.getByText('Delete'));
  screen.getByText('Delete').focus();
  act(() => screen.getByText('Undo').focus());
  rerender(
    <ToastProvider>
      <main>
        <h1>Schedule</h1>
      </main>
    </ToastProvider>,
  );
  fireEvent.keyDown(screen.getByText('Undo'), { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByText('Schedule'));
});

test('only a toast with an action makes a landmark, which names the key that leads there', () => {
  showUndoable();
  expect(screen.getByRole('region', { name: 'Notifications (F8)' }).contains(screen.getByText('Undo'))).toBe(true);
  void act(() => vi.advanceTimersByTime(10_000));
  fireEvent.click(screen.getByText('Save'));
  expect(screen.queryByRole('region')).toBeNull();
});

test('the action of a toast runs once, and the toast goes', () => {
  showUndoable();
  fireEvent.click(screen.getByText('Undo'));
  expect(undone).toHaveBeenCalledTimes(1);
  expect(shownTexts()).toEqual([]);
});

test('a toast with an action is not pushed out by plain ones', () => {
  showUndoable();
  for (let more = 0; more < 4; more++) fireEvent.click(screen.getByText('Save'));
  expect(shownTexts()).toContain('Regatta was deleted');
  expect(shownTexts()).toHaveLength(3);
});
