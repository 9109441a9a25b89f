import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/processes/local-process.ts';
import { type PeerProcess, requireInstalled, startPeer } from './peer-process.ts';
import { HOST } from './xmpp-client.ts';

const PROSODY = '/usr/bin/prosody';

/** Rooms with an archive in SQLite and guest access. Nothing else is loaded. */
const configuration = (folder: string, port: number): string => `
run_as_root = true
daemonize = false
pidfile = "${join(folder, 'prosody.pid')}"
data_path = "${folder}"
log = { error = "${join(folder, 'prosody.log')}" }
network_backend = "event"
c2s_ports = { ${port} }
c2s_interfaces = { "127.0.0.1" }
s2s_ports = {}
c2s_require_encryption = false
modules_enabled = { "saslauth", "disco" }
modules_disabled = { "s2s", "offline", "tls" }
storage = { muc_log = "sql"; default = "internal" }
storage_archive_item_limit = 1000000
sql = { driver = "SQLite3"; database = "archive.db" }

VirtualHost "${HOST}"
  authentication = "anonymous"

Component "conference.${HOST}" "muc"
  modules_enabled = { "muc_mam" }
  muc_room_locking = false
  muc_log_by_default = true
  muc_log_presences = false
  restrict_room_creation = false
`;

export const startProsody = async (folder: string): Promise<PeerProcess> => {
  requireInstalled([PROSODY]);
  await mkdir(folder);
  const port = await freePort();
  const config = join(folder, 'prosody.cfg.lua');
  await writeFile(config, configuration(folder, port));
  return startPeer({ command: PROSODY, args: ['--config', config, '-F'], environment: {}, port });
};
