import { expect, it } from 'vitest';
import { mobileSystem } from './mobile-device.ts';

it('iOS and Android are recognized by the user agent (JOIN-14, PUBLIC-10)', () => {
  expect(mobileSystem('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)).toBe('ios');
  expect(mobileSystem('Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5)).toBe('android');
  expect(mobileSystem('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe('ios');
  expect(mobileSystem('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)).toBeUndefined();
  expect(mobileSystem('Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10)).toBeUndefined();
});
