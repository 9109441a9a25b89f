import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../data/services/storage-keys.ts';
import type { NewSession } from '../data/session/store-session.ts';
import { ada, fakeServices, json, type Reply, type Sent } from '../testing/fakes.ts';
import { isVisitorPage } from './visitor-address.ts';
import { VisitorPage } from './visitor-page.tsx';

const WIDE = 1200;
const widen = (width: number): void => {
  Object.defineProperty(window, 'outerWidth', { value: width, configurable: true });
};

afterEach(() => widen(WIDE));

const answers = ({ url }: Sent): Reply => {
  if (url.startsWith('/api/dev/sms')) return json({ error: 'Not found' }, 404);
  if (url.startsWith('/api/auth/verify')) return json({ token: 'token-1', user: ada });
  return json({ userExists: false, message: '' });
};

const open = (path = '/signup') => {
  widen(WIDE);
  window.history.replaceState(null, '', path);
  const { services, sent } = fakeServices(answers);
  const preloadApp = vi.fn<() => void>();
  const openApp = vi.fn<(session?: NewSession) => Promise<void>>(async () => undefined);
  render(<VisitorPage services={services} preloadApp={preloadApp} openApp={openApp} />);
  return { storage: services.storage, sent, preloadApp, openApp };
};

const sendCode = async () => {
  fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '2025550101' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('heading', { name: 'Enter your code' });
};
const proveCode = () =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Digit 1 of 6' }), {
    clipboardData: { getData: () => '123456' },
  });

describe('the sign-in page', () => {
  it.each([
    ['/login', WIDE, null, true],
    ['/Signup/', WIDE, null, true],
    ['/login', 749, null, false],
    ['/login', WIDE, 'token-1', false],
    ['/dashboard', WIDE, null, false],
  ])(
    'the sign-in page is shown at %s, in a window of %i px, with the token %s: %s (PUBLIC-12)',
    (path, width, token, shown) => {
      widen(width);
      const { storage } = fakeServices(answers).services;
      if (token !== null) storage.set(storageKeys.token, token);
      expect(isVisitorPage(path, storage)).toBe(shown);
    },
  );

  it('the sign-in page fetches the app while it waits for a code, and not before', async () => {
    const { preloadApp } = open();
    expect(preloadApp).not.toHaveBeenCalled();
    await sendCode();
    // The page asks in an effect, which may come after the screen.
    await waitFor(() => expect(preloadApp).toHaveBeenCalledOnce());
  });

  it('the sign-in page keeps the session and stays until the app has taken over (AUTH-25, AUTH-26)', async () => {
    const { storage, openApp } = open();
    let takeOver: () => void = () => undefined;
    openApp.mockImplementation(() => new Promise((resolve) => (takeOver = resolve)));
    await sendCode();
    proveCode();
    await waitFor(() => expect(openApp).toHaveBeenCalledWith({ token: 'token-1', user: ada }));
    expect(storage.get(storageKeys.token)).toBe('token-1');
    expect(JSON.parse(storage.get(storageKeys.user) ?? '')).toEqual(ada);
    expect(storage.get(storageKeys.signupStep)).toBeNull();
    expect(screen.getByRole('button', { name: /Confirming/ })).toBeTruthy();
    await act(async () => takeOver());
  });

  it('the sign-in page keeps the chosen mode over a reload, where the app finds it as well (OPEN-010)', async () => {
    open('/signup?invite=true');
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy();
    expect(window.history.state).toMatchObject({ usr: { signInMode: 'login' } });
    cleanup();
    render(<VisitorPage services={fakeServices(answers).services} preloadApp={vi.fn()} openApp={vi.fn()} />);
    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeTruthy();
  });

  it('the sign-in page gives way to the app when another tab signs in', () => {
    const { storage, openApp } = open();
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.signupStep }));
    expect(openApp).not.toHaveBeenCalled();
    storage.set(storageKeys.token, 'token-1');
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
    expect(openApp).toHaveBeenCalledOnce();
  });

  it('the sign-in page gives way to the app when the window becomes narrow (PUBLIC-12)', () => {
    const { openApp } = open();
    window.dispatchEvent(new Event('resize'));
    expect(openApp).not.toHaveBeenCalled();
    widen(749);
    window.dispatchEvent(new Event('resize'));
    expect(openApp).toHaveBeenCalledOnce();
  });

  it('the sign-in page gives way to the app when somebody navigates back to one of its pages', () => {
    const { openApp } = open();
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(openApp).toHaveBeenCalledOnce();
  });
});
