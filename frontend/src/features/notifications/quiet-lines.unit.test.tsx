// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { changed } from '../../data/store/changes.ts';
import { fakeBrowser } from '../../testing/fake-browser.ts';
import { json, message, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { QuietLines } from './quiet-lines.tsx';

const OFFER = 'Get told about mentions and moved events, even when Quorum is closed.';

const open = (stored?: string) => {
  const fake = fakeBrowser();
  const { services } = signedInServices(() => json({ settings: {}, groups: {}, push: { available: false } }));
  if (stored !== undefined) services.storage.set(storageKeys.alerts, stored);
  const { store } = renderScreen(<QuietLines browser={fake.browser} />, services);
  const say = (isOwn: boolean) =>
    act(() => {
      const at = isOwn ? {} : { at: { audience: 'group-group-1', sequence: 1 } };
      store.dispatch(changed({ name: 'newMessage', payload: message('m2', '2'), ...at }));
    });
  return { ...fake, storage: services.storage, say };
};

it('notifications are offered after the first message that somebody sends here (NOTE-24)', async () => {
  const { say, storage } = open();
  say(false);
  expect(screen.queryByText(OFFER)).toBeNull();
  say(true);
  expect(screen.getByText(OFFER)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await expect.poll(() => screen.queryByText(OFFER)).toBeNull();
  expect(storage.get(storageKeys.alerts)).toBe('on');
});

it('the offer of notifications never comes back after Not now (NOTE-24)', () => {
  const { say, storage } = open();
  say(true);
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(OFFER)).toBeNull();
  expect(storage.get(storageKeys.alerts)).toBe('declined');
});

it.each(['on', 'off', 'declined'])('notifications are not offered where the answer was %s', (stored) => {
  const { say } = open(stored);
  say(true);
  expect(screen.queryByText(OFFER)).toBeNull();
});
