import { fileURLToPath } from 'node:url';
import { run } from './run.ts';
import { readSettings } from './settings/settings.ts';
import { linesAtStart, startStandalone } from './start-standalone.ts';

/** Built, this file is in `dist`, beside `frontend`. */
const pages = process.env.PAGES_DIR ?? fileURLToPath(new URL('../frontend/dist', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await run(async () => {
  const settings = readSettings(process.env);
  const running = await startStandalone(settings, { pages, print });
  for (const line of linesAtStart(settings, running)) print(line);
  return running;
});
