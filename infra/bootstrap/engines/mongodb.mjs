import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { cacheFolder } from './folders.mjs';
import { freePort, startDetached } from './processes.mjs';
import { requireProgram, run } from './programs.mjs';

const sourceFolder = fileURLToPath(new URL('./ferretdb/', import.meta.url));

/** Named after the pinned sources: another version is another file. */
function executable() {
  const digest = createHash('sha256');
  for (const file of ['main.go', 'go.mod', 'go.sum']) digest.update(readFileSync(join(sourceFolder, file)));
  return join(cacheFolder, `ferretdb-${digest.digest('hex').slice(0, 12)}`);
}

async function install() {
  const target = executable();
  if (existsSync(target)) return;
  requireProgram('go', ['version'], 'FerretDB, the MongoDB-compatible server, is built with Go (at least 1.22)');
  mkdirSync(cacheFolder, { recursive: true });
  const unfinished = `${target}.unfinished`;
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' };
  await run('go', ['build', '-trimpath', '-o', unfinished, '.'], { cwd: sourceFolder, env });
  renameSync(unfinished, target);
}

/** @param port where it listens, so that it can be started again at the same address on the same folder; else a free one. */
async function start({ folder, log, port: given }) {
  const port = given ?? (await freePort());
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  const processRecord = await startDetached(executable(), ['-listen', `127.0.0.1:${port}`, '-data', dataFolder], {
    log,
    env: { DO_NOT_TRACK: '1' },
  });
  return { process: processRecord, environment: { MONGODB_URI: `mongodb://127.0.0.1:${port}/quorum` } };
}

async function probe({ MONGODB_URI }) {
  const client = new MongoClient(MONGODB_URI, { serverSelectionTimeoutMS: 2_000 });
  try {
    await client.db().command({ ping: 1 });
  } finally {
    await client.close();
  }
}

/** A MongoDB-compatible server: FerretDB with its SQLite backend. What it lacks is told in ferretdb/main.go. */
export const mongodb = { name: 'mongodb', limitMs: 30_000, install, start, probe };
