import { runSteps } from '../../infra/bootstrap/lib/run-steps.mjs';

// Runs the same commands on the embedded product and on the engines of the environment, and compares both with a model.
const engines = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'].filter((name) => !process.env[name]);
if (engines.length > 0 && !process.argv.includes('--embedded')) {
  process.stderr.write(`Name the shared engines: ${engines.join(', ')} (npm run engines starts them).\n`);
  process.exit(1);
}
await runSteps([['node --import tsx tests/differential/main.ts', ...process.argv.slice(2)].join(' ')]);
