import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServices, json } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import StopPhoneChangeScreen from './stop-phone-change-screen.tsx';

describe('the link that stops a change of number', () => {
  it('the link that stops a change of number stops it when it is opened, and says so (OPEN-028)', async () => {
    const { services, sent } = fakeServices(() => json({ success: true }));
    renderScreen(<StopPhoneChangeScreen />, services, '/stop-phone-change?token=a.b.c');
    expect(await screen.findByRole('heading', { name: 'The change was cancelled' })).toBeTruthy();
    expect(sent.map(({ url, body }) => [url, body])).toEqual([['/api/auth/stop-phone-change', { token: 'a.b.c' }]]);
  });

  it('the link that stops a change of number says why it failed, and retries on request (OPEN-028)', async () => {
    let fails = true;
    const { services } = fakeServices(() =>
      fails ? json({ error: 'This link is not valid' }, 404) : json({ success: true }),
    );
    renderScreen(<StopPhoneChangeScreen />, services, '/stop-phone-change?token=x');
    expect(await screen.findByText('This link is not valid')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'The change was cancelled' })).toBeTruthy();
  });
});
