import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';

let put: (names: readonly string[]) => void;
let ask: (asked: boolean) => void;

/** A list that disappears with its last card, on a page that has another control. */
function Schedule() {
  const [names, setNames] = useState<readonly string[]>(['Lunch', 'Recital']);
  const [asked, setAsked] = useState(false);
  put = setNames;
  ask = setAsked;
  return (
    <main data-focus-home="[data-today]">
      <button type="button">Previous week</button>
      <button type="button" data-today="">
        Today
      </button>
      {names.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as in the schedule.
        <section aria-label="Events" tabIndex={0} data-focus-home="">
          {names.map((name) => (
            <button key={name} type="button">
              {name}
            </button>
          ))}
        </section>
      )}
      <ConfirmDialog
        open={asked}
        title="Delete Event"
        confirmLabel="Delete"
        onClose={() => undefined}
        onConfirm={() => undefined}
      />
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const expectFocus = (target: () => Element) => waitFor(() => expect(document.activeElement).toBe(target()));
const settled = () => act(() => Promise.resolve());

describe('the focus of something that vanishes', () => {
  it('the focus of something that vanishes moves to the nearest place that is left, and there to what the place has chosen', async () => {
    render(<Schedule />);
    button('Lunch').focus();
    act(() => put(['Recital']));
    await expectFocus(() => screen.getByRole('region', { name: 'Events' }));
    button('Recital').focus();
    act(() => put([]));
    await expectFocus(() => button('Today'));
  });

  it('the focus of something that vanishes moves from a dialog to what opened it, and when that is gone, to the place around it', async () => {
    render(<Schedule />);
    button('Lunch').focus();
    act(() => ask(true));
    await expectFocus(() => button('Delete'));
    act(() => ask(false));
    await expectFocus(() => button('Lunch'));
    act(() => ask(true));
    await expectFocus(() => button('Delete'));
    act(() => put(['Recital']));
    act(() => ask(false));
    await expectFocus(() => screen.getByRole('region', { name: 'Events' }));
  });

  it('the focus of something that vanishes stays where it is when something else vanishes', async () => {
    render(<Schedule />);
    button('Recital').focus();
    act(() => put(['Recital']));
    await settled();
    expect(document.activeElement).toBe(button('Recital'));
  });

  it('the focus of something that vanishes goes where it was moving when what it leaves vanishes on the way', async () => {
    render(<Schedule />);
    button('Lunch').focus();
    fireEvent.focusOut(button('Lunch'), { relatedTarget: button('Today') });
    act(() => put(['Recital']));
    await settled();
    // A browser goes on to `Today` by itself, unless something else has taken the focus.
    expect(document.activeElement).toBe(document.body);
  });

  it('the focus of something that vanishes returns from a dialog to the pressed button when the browser focused only the region around it, as Safari does', async () => {
    render(<Schedule />);
    screen.getByRole('region', { name: 'Events' }).focus();
    fireEvent.click(button('Recital'));
    act(() => ask(true));
    await expectFocus(() => button('Delete'));
    act(() => ask(false));
    await expectFocus(() => button('Recital'));
  });

  it('the focus of something that vanishes does not come back after a click beside all controls', async () => {
    render(<Schedule />);
    button('Recital').focus();
    button('Recital').blur();
    fireEvent.click(document.body);
    act(() => put([]));
    await settled();
    expect(document.activeElement).toBe(document.body);
  });
});
