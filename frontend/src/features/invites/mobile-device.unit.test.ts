import { expect, it } from 'vitest';
import { isMobileDevice } from './mobile-device.ts';

it('JOIN-14 knows iOS and Android as the browser names itself', () => {
  expect(isMobileDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)).toBe(true);
  expect(isMobileDevice('Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5)).toBe(true);
  expect(isMobileDevice('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe(true);
  expect(isMobileDevice('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)).toBe(false);
  expect(isMobileDevice('Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10)).toBe(false);
});
