import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { EngineFailure } from './failure.mjs';
import { cacheFolder } from './folders.mjs';
import { freePort, startDetached } from './processes.mjs';
import { requireProgram, run } from './programs.mjs';

const requirements = fileURLToPath(new URL('./secantusdb/requirements.txt', import.meta.url));
const purpose = 'SecantusDB, the MongoDB-compatible server, runs on Python 3.11 or newer';

/** Named after the pinned packages, so that other versions use another folder. */
function installFolder() {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  return join(cacheFolder, `secantusdb-${digest.slice(0, 12)}`);
}

function requirePython() {
  const answer = requireProgram('python3', ['--version'], purpose);
  const [, major, minor] = /Python (\d+)\.(\d+)/.exec(answer) ?? [];
  if (Number(major) !== 3 || Number(minor) < 11) throw new EngineFailure(`python3 is too old: ${purpose}`);
}

/** Written last, because a venv cannot be moved once it is complete: its scripts contain absolute paths. */
async function install() {
  const folder = installFolder();
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return;
  requirePython();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  await run('python3', ['-m', 'venv', folder]);
  const packages = ['--no-deps', '--only-binary', ':all:', '--requirement', requirements];
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  writeFileSync(mark, '');
}

/** Expired documents stay: once a minute the server would read whole collections under its lock, and nothing else would run. */
const settings = '[storage]\nttl_sweep_seconds = 0\n';

/** @param port to restart at the same address on the same folder; by default a free one. */
async function start({ folder, log, port: given }) {
  const port = given ?? (await freePort());
  const config = join(folder, 'secantusd.toml');
  writeFileSync(config, settings);
  const where = [
    '--config',
    config,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--storage-path',
    join(folder, 'data'),
  ];
  const program = join(installFolder(), 'bin', 'secantusd-py');
  const processRecord = await startDetached(program, [...where, '--log-level', 'WARNING', '--cache-size', '256M'], {
    log,
  });
  return { process: processRecord, environment: { MONGODB_URI: `mongodb://127.0.0.1:${port}/quorum` } };
}

async function probe({ MONGODB_URI }) {
  const client = new MongoClient(MONGODB_URI, { serverSelectionTimeoutMS: 2_000 });
  try {
    const { setName } = await client.db('admin').command({ hello: 1 });
    if (setName === undefined) throw new Error('it is no replica set');
  } finally {
    await client.close();
  }
}

/** A stand-in for MongoDB: SecantusDB, a replica set of one with transactions, on WiredTiger. */
export const mongodb = { name: 'mongodb', limitMs: 60_000, install, start, probe };
