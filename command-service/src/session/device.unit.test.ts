import { describe, expect, it } from 'vitest';
import { deviceOf } from './commands.ts';

const BASE = 'Mozilla/5.0';

describe('the name of a device', () => {
  it.each([
    [
      `${BASE} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `${BASE} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0`,
      'Edge on Windows',
    ],
    [`${BASE} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
    [
      `${BASE} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `${BASE} (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [`${BASE} (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${BASE} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox on Linux'],
    ['curl/8.5.0', ''],
    ['', ''],
  ])('the name of a device is derived from %s (SAFE-09)', (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name);
  });
});
