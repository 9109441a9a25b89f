import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from '../shared/ui/overlays/dialog.tsx';
import { leaveKeysToInputMethods } from './input-methods.ts';

let stop = (): void => undefined;
afterEach(() => stop());

it('keys of an input method confirm nothing and close no dialog, also in Safari; the same keys afterwards do (UX-07)', () => {
  stop = leaveKeysToInputMethods();
  const confirm = vi.fn();
  const close = vi.fn();
  render(
    <Dialog open title="Delete Group" onClose={close}>
      <input aria-label="Name of the group" onKeyDown={({ key }) => key === 'Enter' && confirm()} />
    </Dialog>,
  );
  const field = screen.getByLabelText('Name of the group');
  for (const more of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, ...more });
  expect([confirm.mock.calls, close.mock.calls]).toEqual([[], []]);
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(confirm).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});
