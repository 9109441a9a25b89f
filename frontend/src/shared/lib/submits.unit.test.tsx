import { fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { submits } from './submits.ts';

it('a form in a dialog does not send the form that opened the dialog', () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  render(
    <form onSubmit={submits(outer)}>
      {createPortal(
        <form onSubmit={submits(inner)}>
          <button type="submit">Done</button>
        </form>,
        document.body,
      )}
    </form>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(inner).toHaveBeenCalledOnce();
  expect(outer).not.toHaveBeenCalled();
});
