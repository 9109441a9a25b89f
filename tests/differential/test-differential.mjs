import { ensureBuilt } from '../../infra/bootstrap/lib/ensure-built.mjs';
import { ensureInstalled } from '../../infra/bootstrap/lib/install.mjs';
import { runSteps } from '../../infra/bootstrap/lib/steps.mjs';

// Runs the same commands on the embedded product and on the engines of the environment, and compares both with a model.
const engines = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'].filter((name) => !process.env[name]);
if (engines.length > 0 && !process.argv.includes('--embedded')) {
  process.stderr.write(`Name the shared engines: ${engines.join(', ')} (npm run engines starts them).\n`);
  process.exit(1);
}
ensureInstalled();
await ensureBuilt();
const program = ['node', '--import', 'tsx', 'tests/differential/main.ts'];
await runSteps([['the same commands on different engines', ...program, ...process.argv.slice(2)]]);
