import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider, useToast } from './toast.tsx';

beforeEach(() => {
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
  expect(shown.querySelector('.lucide-check')).toBeNull();
  expect(shown.querySelector('.lucide-info')).not.toBeNull();
});

test('a toast is announced and stays for three seconds', () => {
  render(
    <ToastProvider>
      <Host />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Email updated successfully');
  void act(() => vi.advanceTimersByTime(2999));
  expect(status.textContent).toBe('Email updated successfully');
  void act(() => vi.advanceTimersByTime(1));
  expect(status.textContent).toBe('');
});
