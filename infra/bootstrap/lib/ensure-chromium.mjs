import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Usual install locations of Chromium-based browsers. The headless shell is none: it cannot show notifications. */
const usualPlaces = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** @returns {string | undefined} path of the Chromium in CHROMIUM_PATH, or of an installed one. */
export const findChromium = () =>
  process.env.CHROMIUM_PATH ?? (usualPlaces[process.platform] ?? []).find((path) => existsSync(path));

/** Commands that install a browser, if an earlier one did not: Debian's package, or the browser of the test runner. */
const INSTALL = [
  'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-color-emoji',
  'npx playwright install chromium',
];

/** Browser tests need Chromium: the one in CHROMIUM_PATH, an installed one, or one installed now. */
export const ensureChromium = () => {
  const found = findChromium();
  if (found !== undefined && !existsSync(found)) {
    process.stderr.write(`CHROMIUM_PATH names ${found}, but there is nothing there.\n`);
    process.exit(1);
  }
  if (found !== undefined) {
    process.env.CHROMIUM_PATH = found;
    return;
  }
  process.stdout.write('Installing Chromium, once …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!INSTALL.some((command) => spawnSync(command, { stdio: 'inherit', shell: true, env }).status === 0)) {
    process.stderr.write('Browser tests need Chromium: install it, or name it by CHROMIUM_PATH.\n');
    process.exit(1);
  }
  const installed = findChromium();
  if (installed !== undefined) process.env.CHROMIUM_PATH = installed;
};
