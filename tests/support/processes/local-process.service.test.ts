import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';

const script = (module: string): string => `
  import { freePort, startLocalProcess } from ${JSON.stringify(module)};
  const port = String(await freePort());
  const server = "require('http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')";
  const { pid } = await startLocalProcess({
    args: ['-e', server],
    environment: { PORT: port },
    ready: 'http://127.0.0.1:' + port,
  });
  console.log(pid);
  throw new Error('halfway');
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a process does not outlive a failed parent', async () => {
  const code = script(new URL('local-process.ts', import.meta.url).href);
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  });
  const { stdout, stderr } = (await run.catch((error: unknown) => error)) as { stdout: string; stderr: string };
  expect(stderr).toContain('halfway');
  const pid = Number(stdout);
  expect(pid).toBeGreaterThan(0);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });
});
