// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from '../../shared/ui/overlays/confirm-dialog.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

afterEach(cleanup);

let put: (names: readonly string[]) => void;

/** A list that disappears with its last card. Pressing a card asks whether to delete it. */
function Schedule() {
  const [names, setNames] = useState<readonly string[]>(['Lunch', 'Recital']);
  const [asked, setAsked] = useState<string>();
  const next = useRef<HTMLButtonElement>(null);
  put = setNames;
  useFocusAfterRemoval(names.length === 0, next);
  return (
    <>
      <button type="button" ref={next}>
        Today
      </button>
      {names.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as in the schedule.
        <section className="sched" aria-label="Events" tabIndex={0}>
          {names.map((name) => (
            <button key={name} type="button" onClick={() => setAsked(name)}>
              {name}
            </button>
          ))}
        </section>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          open
          title="Delete Event"
          confirmLabel="Delete"
          onClose={() => setAsked(undefined)}
          onConfirm={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const focused = () => document.activeElement;

describe('the focus after an event is removed', () => {
  it('moves from its card to the list, or to the next control without a list', () => {
    render(<Schedule />);
    button('Lunch').focus();
    act(() => put(['Recital']));
    expect(focused()).toBe(screen.getByRole('region', { name: 'Events' }));
    button('Recital').focus();
    act(() => put([]));
    expect(focused()).toBe(button('Today'));
  });

  it('moves from the question that deleted the last event to the next control', async () => {
    render(<Schedule />);
    act(() => put(['Lunch']));
    button('Lunch').focus();
    fireEvent.click(button('Lunch'));
    // While it works, its buttons are disabled and nothing has the focus.
    button('Delete').blur();
    act(() => put([]));
    button('Delete').focus();
    fireEvent.click(button('Delete'));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Today' })));
  });

  it('stays on the card of another event, and does not move if there was none', () => {
    render(<Schedule />);
    act(() => put(['Recital', 'Lunch']));
    expect(focused()).toBe(document.body);
    button('Recital').focus();
    act(() => put(['Recital']));
    expect(focused()).toBe(button('Recital'));
    button('Recital').blur();
    act(() => put([]));
    expect(focused()).toBe(document.body);
  });
});
