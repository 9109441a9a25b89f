import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Browser tests need Chromium: the one that CHROMIUM_PATH names, or Debian's, which is installed where that is possible. */
export const ensureChromium = () => {
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (existsSync(path)) return;
  const canInstall =
    process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && process.env.CHROMIUM_PATH === undefined;
  if (canInstall) {
    process.stdout.write('Installing Chromium, once …\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'], {
      stdio: 'inherit',
      env,
    });
    if (existsSync(path)) return;
  }
  process.stderr.write(`Browser tests need Chromium at ${path}: install it, or name it by CHROMIUM_PATH.\n`);
  process.exit(1);
};
