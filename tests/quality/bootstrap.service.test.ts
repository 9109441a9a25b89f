import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (script: string, ...options: string[]) =>
  spawnSync(process.execPath, [`infra/bootstrap/${script}.mjs`, ...options], { cwd: root, encoding: 'utf8' });

const SCRIPTS = ['start', 'dev', 'demo', 'build', 'test'];

describe('the commands of the repository', () => {
  it('print their settings with --help, and exit', () => {
    for (const script of SCRIPTS) {
      const { status, stdout } = run(script, '--help');
      expect(status).toBe(0);
      expect(stdout).toContain('PORT');
    }
  });

  it('list every setting that the server reads', () => {
    const { stdout } = run('start', '--help');
    const source = readFileSync(`${root}/infra/processes/settings/settings.ts`, 'utf8');
    const read = [...source.matchAll(/environment, '([A-Z_]+)'/g)].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(10);
    for (const name of read) expect(stdout, name).toContain(name);
  });

  it('refuse unknown options', () => {
    for (const script of SCRIPTS) {
      const { status, stdout, stderr } = run(script, '--prot=9000');
      expect(status).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain('does not know "--prot=9000"');
    }
  });
});
