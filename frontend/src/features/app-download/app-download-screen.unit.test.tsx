import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServices, json } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import AppDownloadScreen from './app-download-screen.tsx';

const config = {
  ios_app_store_url: 'https://apps.example/ios',
  android_play_store_url: 'https://play.example/android',
  app_download_enabled: 'true',
};
const show = (answer: () => Response) => {
  const { services, sent } = fakeServices(answer);
  renderScreen(<AppDownloadScreen invitedTo={(code) => <p>Invited by {code}</p>} />, services);
  return sent;
};
const stores = (): (string | null)[][] =>
  screen.queryAllByRole('link', { name: /^Download for/ }).map((link) => [link.textContent, link.getAttribute('href')]);

describe('the app download page', () => {
  it('the app download page offers both stores, with the links of the configuration (PUBLIC-09, PUBLIC-11)', async () => {
    show(() => json(config));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The App is Here');
    await waitFor(() =>
      expect(stores()).toEqual([
        ['Download for iOS', 'https://apps.example/ios'],
        ['Download for Android', 'https://play.example/android'],
      ]),
    );
  });

  it('the app download page has built-in links when the configuration cannot be loaded (PUBLIC-11)', async () => {
    const sent = show(() => json({ error: 'Something went wrong' }, 500));
    await waitFor(() => expect(sent).not.toEqual([]));
    expect(stores().map(([, href]) => href)).toEqual([
      'https://apps.apple.com/app/quorum',
      'https://play.google.com/store/apps/details?id=app.quorum',
    ]);
  });

  it('the app download page has no stores when downloads are switched off (OPEN-096)', async () => {
    show(() => json({ ...config, app_download_enabled: 'false' }));
    await waitFor(() => expect(stores()).toEqual([]));
  });
});
