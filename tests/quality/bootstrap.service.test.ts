import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../support/processes/built-file.ts';
import { freePort } from '../support/processes/local-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const serve = join(root, 'infra/bootstrap/serve.mjs');

const isServing = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('npm start', () => {
  it.skipIf(process.platform === 'win32')('npm start ends with a signal to its process (OPER-11)', async () => {
    builtFile('standalone');
    const folder = await mkdtemp(join(tmpdir(), 'quorum-'));
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
      stdio: 'ignore',
    });
    const ended = once(npm, 'exit');
    await until(() => isServing(port));
    npm.kill('SIGTERM');
    await ended;
    await until(async () => !(await isServing(port)));
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  it('npm start keeps nothing of the installation and the build while it serves (RUN-15)', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.prestart).toBe('node infra/bootstrap/build.mjs');
    expect(scripts.start).toBe('node infra/bootstrap/serve.mjs standalone');
    const imported = [...readFileSync(serve, 'utf8').matchAll(/from '(.+)'/g)].map(([, name = '']) => name);
    expect(imported).toEqual(['node:child_process', 'node:path', './lib/node-flags.mjs']);
  });

  it('npm start refuses options', () => {
    const { status, stderr } = spawnSync(process.execPath, [serve, 'standalone', '--port=9000'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('There is no option "--port=9000"');
  });
});

describe('docs/configuration.md', () => {
  it('docs/configuration.md lists every setting that the server reads', () => {
    const guide = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
    const source = readFileSync(join(root, 'infra/processes/settings/settings.ts'), 'utf8');
    const read = [...source.matchAll(/environment, '([A-Z_]+)'/g)].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(10);
    for (const name of read) expect(guide, name).toContain(`\`${name}`);
  });
});
