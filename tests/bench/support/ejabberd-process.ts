import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '@quorum/service-kit/testing/until.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { freePort } from '../../support/processes/local-process.ts';

const CONTROL = '/usr/sbin/ejabberdctl';
const ERLANG = '/usr/bin/erl';
const TABLES = '/usr/share/ejabberd/sql/lite.sql';
/** Milliseconds until it must listen. */
const START_WITHIN = 60_000;

/** Where ejabberd keeps messages: a table of Mnesia on disk, as by default, or SQLite, which flushes each one. */
export type Archive = 'mnesia' | 'sqlite';

const configuration = (folder: string, port: number, archive: Archive): string => `
hosts: [localhost]
loglevel: error
auth_method: [internal]
registration_timeout: infinity
${archive === 'sqlite' ? `sql_type: sqlite\nsql_database: ${join(folder, 'archive.db')}` : ''}
listen:
  - { port: ${port}, ip: 127.0.0.1, module: ejabberd_c2s }
modules:
  mod_mam: { db_type: ${archive === 'sqlite' ? 'sql' : 'mnesia'}, default: always, assume_mam_usage: true }
  mod_muc:
    access: all
    access_create: all
    access_persistent: all
    default_room_options: { persistent: true, mam: true }
  mod_register: { access: all, ip_access: all }
`;

export type Ejabberd = { readonly port: number; readonly pid: number; stop(): Promise<void> };

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Runs a node of its own, outside any cluster, so that no daemon of Erlang is started for it. */
const erlang = async (folder: string, config: string) => {
  const libraries = /^ERL_LIBS='(.+)'$/m.exec(await readFile(CONTROL, 'utf8'))?.[1] ?? '';
  const mnesia = ['-mnesia', 'dir', JSON.stringify(join(folder, 'mnesia'))];
  // The flags of the package.
  return spawn(ERLANG, ['-noinput', '+K', 'true', '+P', '250000', ...mnesia, '-s', 'ejabberd'], {
    cwd: folder,
    env: {
      ...process.env,
      ERL_LIBS: libraries,
      HOME: folder,
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

/** ejabberd as Debian packages it, on a folder that it may have alone. Resolves when it listens. */
export const ejabberdProcess = async (folder: string, archive: Archive): Promise<Ejabberd> => {
  if (!existsSync(CONTROL))
    throw new Error(
      'ejabberd is missing. On Debian: apt-get install ejabberd erlang-p1-sqlite3, and systemctl disable --now ejabberd',
    );
  await mkdir(folder);
  if (archive === 'sqlite') new Database(join(folder, 'archive.db')).exec(await readFile(TABLES, 'utf8')).close();
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, configuration(folder, port, archive));
  const child = await erlang(folder, config);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  await until(async () => child.exitCode !== null || (await listens(port)), START_WITHIN);
  if (child.exitCode !== null) throw new Error(`ejabberd ended with code ${child.exitCode}`);
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
};
