/**
 * Starts the shared engines on this machine, without containers and on loopback only, and prints the environment that
 * names them: a real Kafka, and stand-ins for MongoDB and EventStoreDB. Progress goes to stderr, so that `eval "$(npm
 * run --silent engines)"` and env files work.
 *
 * npm run engines                       starts what does not run yet, waits until all answer, prints the environment
 * npm run engines -- kafka mongodb      the same for some of kafka, mongodb, eventstore
 * npm run engines -- stop               stops what this command started
 *
 * Installed once into the user's cache folder. Every start begins with empty data.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventStore } from './event-store.mjs';
import { EngineFailure } from './failure.mjs';
import { runFolder } from './folders.mjs';
import { kafka } from './kafka.mjs';
import { mongodb } from './mongodb.mjs';
import { stopProcess, untilAnswering } from './processes.mjs';
import { forgetEngine, rememberEngine, runningEngine, withLock } from './registry.mjs';

const engines = [kafka, mongodb, eventStore];

const tell = (line) => process.stderr.write(`${line}\n`);

/** Starts an engine unless it runs already. Resolves with the environment that names it, once it really answers. */
async function ensureRunning(engine) {
  const log = join(runFolder, engine.name, 'output.log');
  let record = runningEngine(engine.name);
  if (!record) {
    tell(`${engine.name}: installing if needed, starting`);
    await engine.install();
    const folder = join(runFolder, engine.name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    record = await engine.start({ folder, log });
    rememberEngine(engine.name, record);
  }
  const probe = () => engine.probe(record.environment);
  await untilAnswering(engine.name, record.process, probe, { log, limitMs: engine.limitMs });
  tell(`${engine.name}: answers (process ${record.process.pid}, log ${log})`);
  return record.environment;
}

async function start(chosen) {
  const environments = await Promise.allSettled(chosen.map(ensureRunning));
  const failed = environments.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failed) {
    if (!(reason instanceof EngineFailure)) throw reason;
    tell(reason.message);
  }
  if (failed.length > 0) return 1;
  for (const { value } of environments) {
    for (const [name, text] of Object.entries(value)) process.stdout.write(`${name}=${text}\n`);
  }
  return 0;
}

async function stop(chosen) {
  for (const engine of chosen) {
    const record = runningEngine(engine.name);
    if (record) {
      await stopProcess(record.process);
      tell(`${engine.name}: stopped (process ${record.process.pid})`);
    }
    forgetEngine(engine.name);
    rmSync(join(runFolder, engine.name, 'data'), { recursive: true, force: true });
  }
  return 0;
}

const words = process.argv.slice(2);
const command = words[0] === 'stop' || words[0] === 'start' ? words.shift() : 'start';
const unknown = words.filter((word) => !engines.some((engine) => engine.name === word));
if (unknown.length > 0) {
  tell(`unknown engine ${unknown.join(', ')}: there are ${engines.map((engine) => engine.name).join(', ')}`);
  process.exit(2);
}
const chosen = words.length > 0 ? engines.filter((engine) => words.includes(engine.name)) : engines;

try {
  process.exitCode = await withLock(() => (command === 'stop' ? stop(chosen) : start(chosen)));
} catch (error) {
  if (!(error instanceof EngineFailure)) throw error;
  tell(error.message);
  process.exitCode = 1;
}
