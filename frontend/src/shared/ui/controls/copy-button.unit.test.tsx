import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

async function pressWith(writeText: (text: string) => Promise<void>) {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  render(<CopyButton text="QX7-2KD" />);
  await act(async () => fireEvent.click(screen.getByRole('button')));
}

test('a press on a copy button says Copied! for two seconds (GROUP-25)', async () => {
  const written: string[] = [];
  await pressWith(async (text) => void written.push(text));
  expect(written).toEqual(['QX7-2KD']);
  expect(screen.getByRole('button').textContent).toBe('Copied!');
  void act(() => vi.advanceTimersByTime(1999));
  expect(screen.getByRole('button').textContent).toBe('Copied!');
  void act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole('button').textContent).toBe('Copy');
});

test('a clipboard failure is logged only; no Copied! appears (ERR-34)', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await pressWith(() => Promise.reject(new Error('denied')));
  expect(logged).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button').textContent).toBe('Copy');
});
