import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// biome-ignore lint/plugin: a launcher has no test runner to ask
import { setTimeout as pause } from 'node:timers/promises';
import { EngineFailure } from './failure.mjs';
import { runFolder } from './folders.mjs';
import { isRunning, startOf } from './processes.mjs';

const recordFile = (name) => join(runFolder, `${name}.json`);

/** The process of a started engine and its environment; undefined if it no longer runs. */
export function runningEngine(name) {
  const record = readRecord(recordFile(name));
  return record && isRunning(record.process) ? record : undefined;
}

export function rememberEngine(name, record) {
  writeRecord(recordFile(name), record);
}

export function forgetEngine(name) {
  rmSync(recordFile(name), { force: true });
}

/** A lock, so that two concurrent starts do not both start the same engines. */
export async function withLock(work, limitMs = 10 * 60_000) {
  const file = join(runFolder, 'lock.json');
  const end = Date.now() + limitMs;
  mkdirSync(runFolder, { recursive: true });
  while (!tryLock(file)) {
    const holder = readRecord(file);
    if (holder && !isRunning(holder)) rmSync(file, { force: true });
    else if (Date.now() > end) throw new EngineFailure(`another engines command (process ${holder?.pid}) is at work`);
    else await pause(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Nothing was started, or the record is damaged.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function writeRecord(file, record) {
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(record));
  renameSync(`${file}.new`, file);
}
