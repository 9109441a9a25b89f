import { fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useScreenActions } from '../data/screen-actions/screen-actions.ts';
import { json, signedInServices } from '../testing/fakes.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { IdleParts } from './idle-parts.tsx';

const done = vi.fn();

function Screen() {
  useScreenActions({ search: () => done('search'), today: () => done('today') });
  return <IdleParts />;
}

const pressed = (key: string) => fireEvent.keyDown(document.body, { key });
const openAndPress = (first: () => void) => {
  const { services } = signedInServices(() => json({}));
  renderScreen(<Screen />, services);
  first();
};
/** The key of today acts once the keys are there. */
const keysArrive = () =>
  waitFor(
    () => {
      fireEvent.pointerDown(document.body);
      pressed('t');
      fireEvent.pointerDown(document.body);
      expect(done).toHaveBeenCalledWith('today');
    },
    { timeout: 10_000 },
  );

beforeEach(() => void done.mockClear());

describe('keys before their code has arrived', () => {
  it('the last key acts once, as soon as the code has arrived (KEYS-05)', async () => {
    openAndPress(() => pressed('/'));
    expect(done).not.toHaveBeenCalled();
    await waitFor(() => expect(done.mock.calls).toEqual([['search']]), { timeout: 10_000 });
    pressed('t');
    expect(done.mock.calls).toEqual([['search'], ['today']]);
  });

  it('the key of the palette is kept from the browser at once, and no other key (KEYS-04)', () => {
    openAndPress(() => {
      expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false);
      for (const other of [{ key: 'k' }, { key: 'l', ctrlKey: true }, { key: 'K', ctrlKey: true, shiftKey: true }])
        expect(fireEvent.keyDown(document.body, other)).toBe(true);
    });
  });

  it('on a Mac the key of the palette is that of Command, and Ctrl+K is left to fields (KEYS-01)', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
    openAndPress(() => {
      expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(true);
      expect(fireEvent.keyDown(document.body, { key: 'k', metaKey: true })).toBe(false);
    });
  });

  it('a key does nothing late once something else was pressed (KEYS-05)', async () => {
    openAndPress(() => {
      pressed('/');
      fireEvent.pointerDown(document.body);
    });
    await keysArrive();
    expect(done).not.toHaveBeenCalledWith('search');
  });
});
