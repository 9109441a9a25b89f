import { resolve } from 'node:path';
import { defaultPagesDir } from '../runtime/pages-dir.ts';
import { run } from '../runtime/run.ts';
import { readSettings } from '../runtime/settings.ts';
import { startStandalone } from './start-standalone.ts';

const pages = process.env.PAGES_DIR ?? defaultPagesDir(import.meta.url);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await run(async () => {
  const settings = readSettings(process.env);
  const running = await startStandalone(settings, { pages, print });
  print(`Quorum runs on ${settings.publicOrigin ?? `http://localhost:${running.port}`}`);
  print(`Data lies in ${resolve(settings.dataDir)}`);
  if (running.masterKeyPath !== undefined)
    print(`The key that encrypts it lies in ${running.masterKeyPath}; set MASTER_KEY to keep it elsewhere`);
  if (settings.twilio === undefined)
    print('To sign in, enter any US phone number: the code appears here and on the sign-in page');
  if (running.newAdminPassword !== undefined)
    print(`The admin is "admin" with the password ${running.newAdminPassword}, which is shown only now`);
  return running;
});
