import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { type EndReason, sessionEnded } from '../../data/session/session-slice.ts';
import { json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignInInApp } from './sign-in-in-app.tsx';

const signedOutBy = (reason: EndReason) => {
  const { services } = signedInServices(({ url }) => json({ userExists: url.endsWith('login'), message: '' }));
  const { store } = renderScreen(<SignInInApp />, services, '/login');
  act(() => void store.dispatch(sessionEnded({ reason })));
};

const ENDED = 'Your session has ended. Please log in again.';

it.each(['refused', 'elsewhere'] as const)('sign-in reports a session that ended because it was %s', (reason) => {
  signedOutBy(reason);
  expect(screen.getByRole('alert').textContent).toBe(ENDED);
});

it.each(['logout', 'account-deleted'] as const)(
  'sign-in reports nothing after %s, which the user asked for',
  (reason) => {
    signedOutBy(reason);
    expect(screen.getByRole('button', { name: 'Send code' })).toBeTruthy();
    expect(screen.queryByText(ENDED)).toBeNull();
  },
);

it('sign-in hides that report once a code is on its way', async () => {
  signedOutBy('refused');
  fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '2025550101' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('heading', { name: 'Enter your code' });
  expect(screen.queryByText(ENDED)).toBeNull();
});

it('sign-in appears once what belongs to the last account is gone from the browser (APP-07)', async () => {
  let end: () => void = () => undefined;
  const { services } = signedInServices(() => json({}));
  services.leaving = new Promise((resolve) => {
    end = resolve;
  });
  const screenInApp = (
    <Suspense fallback="Waiting">
      <SignInInApp />
    </Suspense>
  );
  await act(async () => renderScreen(screenInApp, services, '/login'));
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
  await act(async () => end());
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeTruthy();
});
