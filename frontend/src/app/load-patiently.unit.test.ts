import { afterEach, expect, it, vi } from 'vitest';
import { loadPatiently } from './load-patiently.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/dialog-1.js');

it('code that is asked for without a connection is loaded once there is one (UX-04)', async () => {
  vi.useFakeTimers();
  let isAway = true;
  vi.stubGlobal('fetch', async () => {
    if (isAway) throw new TypeError('fetch failed');
    return new Response('');
  });
  const loaded = loadPatiently(async () => {
    if (isAway) throw missing();
    return 'code';
  });
  await vi.advanceTimersByTimeAsync(5000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await loaded).toBe('code');
});

it('code that the server lacks is not waited for (UX-08)', async () => {
  vi.stubGlobal('fetch', async () => new Response(''));
  await expect(loadPatiently(() => Promise.reject(missing()))).rejects.toThrow('dynamically imported module');
});
