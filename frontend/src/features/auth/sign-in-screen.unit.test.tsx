import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../data/services/services.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { ada, fakeServices, json, type Reply, type Sent } from '../../testing/fakes.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignInInApp } from './sign-in-in-app.tsx';

const sends = (sent: Sent): Reply => {
  if (sent.url === '/api/auth/login') return json({ userExists: true, message: '' });
  if (sent.url === '/api/auth/signup') return json({ userExists: false, message: '' });
  return json({ token: 'token-1', user: ada });
};

const open = (at: string | object, answer = sends, prepare: (services: Services) => void = () => {}) => {
  const fake = fakeServices(answer);
  prepare(fake.services);
  let target: CodeTarget | undefined;
  const shown = renderScreen(
    <SignInInApp
      codeHelper={(next) => {
        target = next;
        return null;
      }}
    />,
    fake.services,
    at,
  );
  return { ...fake, ...shown, storage: fake.services.storage, target: () => target };
};

const phone = () => screen.getByLabelText<HTMLInputElement>('Phone number');
const box = (position: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${position} of 6` });
const digits = () => [1, 2, 3, 4, 5, 6].map((position) => box(position).value).join('');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const enterPhone = (text: string) => fireEvent.change(phone(), { target: { value: text } });
const send = (text = '2025550101') => {
  enterPhone(text);
  fireEvent.click(button('Send code'));
};
const toCode = async () => {
  send();
  await screen.findByRole('heading', { name: 'Enter your code' });
};
const paste = (text: string) => fireEvent.paste(box(1), { clipboardData: { getData: () => text } });
const alert = () => screen.getByRole('alert').textContent;

it('sign-in says that a reload signs out where the browser stores nothing', () => {
  open('/login');
  expect(screen.queryByText(/reload will sign you out/)).toBeNull();
  cleanup();
  const blocked = { ...memoryStorage(), isBlocked: () => true };
  open('/login', sends, (services) => Object.assign(services, { storage: blocked }));
  expect(screen.getByText(/reload will sign you out/)).toBeDefined();
});

describe('the mode of sign-in', () => {
  it('the mode of sign-in changes in place, keeps typed text, and clears the saved steps (AUTH-07)', async () => {
    const { storage, router } = open('/login');
    enterPhone('2025');
    storage.set(storageKeys.signupStep, '{}');
    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy();
    expect(phone().value).toBe('(202) 5');
    expect(router.state.location.pathname).toBe('/login');
    expect(storage.get(storageKeys.signupStep)).toBeNull();
  });

  it('the mode of sign-in is remembered as an invite flow when the address asks for one (AUTH-05)', () => {
    const { storage } = open('/signup?invite=true');
    expect(storage.get(storageKeys.inviteFlow)).toBe('true');
    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeTruthy();
  });

  it('the mode of sign-in follows the switch over a reload of the same page (OPEN-010)', () => {
    open({ pathname: '/signup', state: { signInMode: 'login' } });
    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeTruthy();
  });

  it('the mode of sign-in links to the legal pages in new tabs and names the age (AUTH-08, PUBLIC-02)', () => {
    open('/signup');
    for (const href of ['/terms', '/privacy', '/support'])
      expect(document.querySelector(`footer a[href="${href}"]`)?.getAttribute('target')).toBe('_blank');
    expect(document.body.textContent).toContain('You must be 13 or older');
    expect(document.body.textContent).toContain('you need a parent’s consent');
  });
});

describe('the phone step', () => {
  it('the phone step refuses a number that is not ten digits, and keeps it (AUTH-11)', () => {
    const { sent } = open('/signup');
    send('20255');
    expect(alert()).toBe('Please enter a valid 10-digit phone number');
    expect(phone().value).toBe('(202) 55');
    expect(phone().getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('the phone step leads to the code after a sign-up, with a welcome (AUTH-12, AUTH-36)', async () => {
    const { sent } = open('/signup');
    await toCode();
    expect(sent[0]).toMatchObject({ url: '/api/auth/signup', body: { phoneNumber: '+12025550101' } });
    expect(screen.getByText('Welcome to Quorum! Verification code sent to your phone.')).toBeTruthy();
  });

  it('the phone step leads to the code after a log-in (AUTH-12, AUTH-34, AUTH-35)', async () => {
    const { sent } = open('/login?invite=true');
    await toCode();
    expect(sent[0]?.url).toBe('/api/auth/login');
    expect(screen.getByText('Verification code sent to your phone!')).toBeTruthy();
    expect(screen.getByText(/A verification code has been sent to your phone\./)).toBeTruthy();
  });

  it.each([
    [
      'an unknown number (ERR-01)',
      '/login?invite=true',
      json({ error: 'no' }, 404),
      'Account not found. Please sign up first.',
    ],
    [
      'a number without account (ERR-01)',
      '/login?invite=true',
      json({ userExists: false }),
      'Account not found. Please sign up first.',
    ],
    ['the words of the server (ERR-02)', '/login?invite=true', json({ error: 'Slow down' }, 429), 'Slow down'],
    ['no words (ERR-02)', '/login?invite=true', json({}, 500), 'Failed to send verification code'],
    [
      'a known number (ERR-03)',
      '/signup',
      json({ error: 'no' }, 409),
      'Account already exists. Please sign in instead.',
    ],
    [
      'a number with account (ERR-03)',
      '/signup',
      json({ userExists: true }),
      'Account already exists. Please sign in instead.',
    ],
    ['the words of the server (ERR-04)', '/signup', json({ error: 'Slow down' }, 429), 'Slow down'],
    ['no words (ERR-04)', '/signup', json({}, 500), 'Failed to send verification code'],
  ])('the phone step shows a problem beside the field: %s', async (_, at, reply, text) => {
    open(at, () => reply);
    send();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(phone().value).toBe('(202) 555-0101');
  });
});

describe('a number that belongs to the other mode', () => {
  it.each([
    ['/signup', 'Log in', 'Welcome back'],
    ['/login?invite=true', 'Sign up', 'Create your account'],
  ])(
    'a number that belongs to the other mode is carried over from %s by one press beside the error',
    async (at, name, heading) => {
      open(at, () => json({ error: 'no' }, at === '/signup' ? 409 : 404));
      send();
      fireEvent.click(await screen.findByRole('button', { name }));
      expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
      expect(phone().value).toBe('(202) 555-0101');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );
});

describe('the code step', () => {
  it('the code step accepts only six digits (AUTH-17, AUTH-18)', async () => {
    open('/signup');
    await toCode();
    paste('123');
    expect(button('Confirm').disabled).toBe(true);
    fireEvent.keyDown(box(4), { key: 'Enter' });
    expect(alert()).toBe('Please enter all 6 digits');
    paste('12345');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the code step submits the sixth digit by itself, starts the session and clears the saved step (AUTH-25, AUTH-26)', async () => {
    const { sent, storage, store } = open('/signup');
    await toCode();
    expect(storage.get(storageKeys.signupStep)).not.toBeNull();
    paste('123456');
    await waitFor(() => expect(store.getState().session.status).toBe('signedIn'));
    expect(sent.at(-1)).toMatchObject({
      url: '/api/auth/verify-signup',
      body: { phoneNumber: '+12025550101', verificationCode: '123456' },
    });
    expect(storage.get(storageKeys.token)).toBe('token-1');
    await waitFor(() => expect(screen.queryByText(/Verification code sent/)).toBeNull());
    expect(JSON.parse(storage.get(storageKeys.user) ?? '')).toEqual(ada);
    expect(storage.get(storageKeys.signupStep)).toBeNull();
  });

  it('the code step empties the boxes after a wrong code, and focuses the first (ERR-05)', async () => {
    const wrong = 'That code isn’t right. Check it and try again.';
    open('/login?invite=true', (sent) => (sent.url.includes('verify') ? json({ error: wrong }, 400) : sends(sent)));
    await toCode();
    paste('123456');
    expect((await screen.findByRole('alert')).textContent).toBe(wrong);
    expect(digits()).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(box(1)));
  });

  it('the code step keeps the code when the server could not check it, for another try (ERR-05)', async () => {
    let fails = true;
    const { store } = open('/login?invite=true', (sent) =>
      sent.url.includes('verify') && fails ? json({}, 500) : sends(sent),
    );
    await toCode();
    paste('123456');
    expect((await screen.findByRole('alert')).textContent).toBe('Verification failed');
    expect(digits()).toBe('123456');
    fails = false;
    fireEvent.click(button('Confirm'));
    await waitFor(() => expect(store.getState().session.status).toBe('signedIn'));
  });

  it('the code step resends the code after thirty seconds, into empty boxes (AUTH-20, AUTH-21, AUTH-37, LIMIT-02)', async () => {
    let clock = Date.parse('2026-05-14T14:42:00.000Z');
    const { sent, tick } = open('/signup', sends, (services) => Object.assign(services, { now: () => clock }));
    await toCode();
    paste('123');
    tick();
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('00:30'));
    expect(button('Resend').disabled).toBe(true);
    clock += 29_000;
    tick();
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('00:01'));
    clock += 1_000;
    tick();
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
    fireEvent.click(button('Resend'));
    expect(await screen.findByText('A new code has been sent')).toBeTruthy();
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/signup', '/api/auth/signup']);
    expect(digits()).toBe('');
    tick();
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('00:30'));
  });

  it.each([
    ['the words of the server', json({ error: 'Please wait 12 seconds' }, 429), 'Please wait 12 seconds'],
    ['no words', json({}, 500), 'Failed to resend code'],
  ])('the code step says why a code could not be sent again: %s (ERR-06)', async (_, reply, text) => {
    let clock = Date.parse('2026-05-14T14:42:00.000Z');
    const { tick } = open(
      '/signup',
      (sent) => (clock > Date.parse('2026-05-14T14:42:10.000Z') ? reply : sends(sent)),
      (services) => Object.assign(services, { now: () => clock }),
    );
    await toCode();
    clock += 31_000;
    tick();
    await waitFor(() => expect(button('Resend').disabled).toBe(false));
    fireEvent.click(button('Resend'));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('the code step leads back to the phone, which is kept, and forgets the saved step (AUTH-19, AUTH-24)', async () => {
    const { storage } = open('/signup');
    await toCode();
    fireEvent.click(button('Back'));
    expect(phone().value).toBe('(202) 555-0101');
    expect(storage.get(storageKeys.signupStep)).toBeNull();
  });

  it('the code step returns after Back to the same number while resending is blocked', async () => {
    let clock = Date.parse('2026-05-14T14:42:00.000Z');
    const { sent, storage, tick } = open('/signup', sends, (services) => Object.assign(services, { now: () => clock }));
    await toCode();
    const saved = storage.get(storageKeys.signupStep);
    clock += 10_000;
    fireEvent.click(button('Back'));
    fireEvent.click(button('Send code'));
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(storage.get(storageKeys.signupStep)).toBe(saved);
    tick();
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('00:20'));
    fireEvent.click(button('Back'));
    send('2025550102');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(await screen.findByText('(202) 555-0102')).toBeTruthy();
    fireEvent.click(button('Back'));
    clock += 30_000;
    fireEvent.click(button('Send code'));
    await waitFor(() => expect(sent).toHaveLength(3));
  });

  it('the code step can be filled in by a helper that knows the waiting number', async () => {
    const { target } = open('/signup');
    expect(target()?.phoneNumber).toBeUndefined();
    await toCode();
    expect(target()?.phoneNumber).toBe('+12025550101');
    await waitFor(() => {
      target()?.fill('987654');
      expect(digits()).toBe('987654');
    });
  });
});

describe('the saved step', () => {
  const save = (key: string, age: number) => (services: Services) =>
    services.storage.set(key, JSON.stringify({ phoneNumber: '+12025550101', sentAt: services.now() - age }));

  it('the saved step is restored with its phone and the rest of the countdown (AUTH-22, AUTH-23)', () => {
    open('/signup', sends, save(storageKeys.signupStep, 10_000));
    expect(screen.getByText('(202) 555-0101')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('00:20');
  });

  it('the saved step is discarded after ten minutes (AUTH-23, LIMIT-02)', () => {
    const { storage } = open('/signup', sends, save(storageKeys.signupStep, 600_000));
    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeTruthy();
    expect(storage.get(storageKeys.signupStep)).toBeNull();
  });

  it('the saved step does not restore a login step on the sign-up page (AUTH-22)', () => {
    open('/signup', sends, save(storageKeys.loginStep, 10_000));
    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeTruthy();
  });
});
