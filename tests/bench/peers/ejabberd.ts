import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/processes/local-process.ts';
import { type PeerProcess, requireInstalled, startPeer } from './peer-process.ts';
import { HOST } from './xmpp-client.ts';

const ERL = '/usr/bin/erl';
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';

/** Rooms with an archive in SQLite and guest access. Nothing else is loaded. */
const configuration = (folder: string, port: number): string => `
hosts: [${HOST}]
loglevel: error
auth_method: [anonymous]
anonymous_protocol: sasl_anon
default_db: sql
sql_type: sqlite
sql_database: "${join(folder, 'archive.db')}"
new_sql_schema: true
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    max_stanza_size: 262144
modules:
  mod_mam:
    default: always
  mod_muc:
    host: conference.${HOST}
    access: all
    access_create: all
    default_room_options:
      mam: true
      persistent: true
`;

/** Runs Erlang directly, without a node name, so that it opens no port for other nodes. */
export const startEjabberd = async (folder: string): Promise<PeerProcess> => {
  requireInstalled([ERL, '/usr/sbin/ejabberdctl', '/usr/share/ejabberd']);
  await mkdir(folder);
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, configuration(folder, port));
  const versions = (await readdir(LIBRARIES)).filter((name) => name.startsWith('ejabberd-')).sort();
  const ebin = join(LIBRARIES, versions.at(-1) ?? '', 'ebin');
  return startPeer({
    command: ERL,
    args: ['+K', 'true', '-noinput', '-pa', ebin, '-mnesia', 'dir', `"${join(folder, 'mnesia')}"`, '-s', 'ejabberd'],
    environment: {
      ERL_LIBS: LIBRARIES,
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: join(folder, 'ejabberd.log'),
      ERL_CRASH_DUMP: join(folder, 'crash.dump'),
      HOME: folder,
    },
    port,
  });
};
