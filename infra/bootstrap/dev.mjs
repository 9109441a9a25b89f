import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';

// Server and pages from their sources: the server restarts when one of its files is saved, the pages reload in place.
const root = join(import.meta.dirname, '..', '..');

const freePort = async () => {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const port = Number(process.env.PORT || 8080);
const serverPort = await freePort();
process.env.API_ORIGIN = `http://127.0.0.1:${serverPort}`;

const pages = await createServer({
  root: join(root, 'frontend'),
  logLevel: 'warn',
  server: { port, strictPort: true },
});
try {
  await pages.listen();
} catch (error) {
  process.stderr.write(`Quorum cannot start. ${error.message}\n`);
  process.exit(1);
}

const watch = ['watch', '--clear-screen=false', join(root, 'infra', 'processes', 'standalone.ts')];
const server = spawn(process.execPath, [join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), ...watch], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ...process.env,
    PORT: String(serverPort),
    // A separate server serves the pages.
    PAGES_DIR: join(root, 'frontend', 'no-pages'),
  },
});

let stopping = false;
const stop = async (code) => {
  if (stopping) return;
  stopping = true;
  const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
  server.kill('SIGTERM');
  await Promise.all([ended, pages.close()]);
  process.exit(code);
};
server.on('exit', (code) => stop(code ?? 1));
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
