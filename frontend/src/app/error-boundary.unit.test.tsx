import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

let reload = vi.fn();
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reload = vi.fn();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => vi.unstubAllGlobals());

/** A screen whose code is not on the server. */
const open = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  function Screen(): never {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/account-1.js');
  }
  render(
    <ErrorBoundary place="account">
      <Screen />
    </ErrorBoundary>,
  );
};
const there = () => Promise.resolve(new Response('', { status: 200 }));

it('a page older than the release of the server reloads itself (UX-08)', async () => {
  open(there);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText('Something went wrong')).toBeNull();
});

it('a page older than the release of the server says so where something would be lost (UX-08)', async () => {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  open(there);
  expect(await screen.findByText('There is a new version of Quorum')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  window.removeEventListener('beforeunload', ask);
});

it('a screen that cannot be fetched while the server is away is no new version', async () => {
  open(() => Promise.reject(new TypeError('fetch failed')));
  expect(await screen.findByText('Something went wrong')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});
