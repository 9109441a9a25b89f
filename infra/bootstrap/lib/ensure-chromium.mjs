import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Usual install locations of Chromium-based browsers. */
const usualPlaces = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ],
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

const installFromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = (...packages) =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env });
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  const { status } = install('chromium-headless-shell', 'fonts-noto-color-emoji');
  // Older releases have the whole browser only.
  if (status !== 0) install('chromium', 'fonts-noto-color-emoji');
};

/** Browser tests need Chromium: the one in CHROMIUM_PATH, an installed one, or one installed now. */
export const ensureChromium = () => {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && !existsSync(named)) {
    process.stderr.write(`CHROMIUM_PATH names ${named}, but there is nothing there.\n`);
    process.exit(1);
  }
  if (named !== undefined) return;
  let found = findChromium();
  if (found === undefined) {
    process.stdout.write('Installing Chromium, once …\n');
    installFromDebian();
    found = findChromium();
  }
  if (found !== undefined) {
    process.env.CHROMIUM_PATH = found;
    return;
  }
  // The test runner's own browser, which it finds by itself.
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stderr.write('Browser tests need Chromium: install it, or name it by CHROMIUM_PATH.\n');
  process.exit(1);
};
