import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { trustHops } from '@quorum/service-kit/http/admission/origin.ts';
import { run } from '../run.ts';
import { readSettings, type Settings, SettingsError } from '../settings/settings.ts';
import { linesAtStart, startStandalone } from '../start-standalone.ts';
import { people } from './cast.ts';
import { tellStory } from './play.ts';
import { STORY_BEGINS } from './story.ts';
import { storyClock } from './story-clock.ts';

/** Built, this file is in `dist`, beside `frontend`. */
const pages = process.env.PAGES_DIR ?? fileURLToPath(new URL('../frontend/dist', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const requireEmpty = ({ dataDir, production, eventstoreUri, mongodbUri }: Settings): void => {
  if (production) throw new SettingsError('The demo is for development; NODE_ENV is production');
  if (eventstoreUri !== undefined || mongodbUri !== undefined)
    throw new SettingsError(
      'The demo fills a data folder of the embedded engines; EVENTSTORE_URI or MONGODB_URI is set',
    );
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new SettingsError(
      `The demo fills only an empty data folder, and ${resolve(dataDir)} is not empty. "npm start" serves it as it is; DATA_DIR names another one`,
    );
};

/**
 * Tells the story to a private instance of the product: on a random port, with the story's clock, and as if behind a proxy,
 * because each person needs an address of their own and codes are limited by address.
 * @returns the new password of the administrators, which the next start can no longer tell
 */
const fill = async (settings: Settings): Promise<string | undefined> => {
  const clock = storyClock(STORY_BEGINS);
  const own: Settings = {
    ...settings,
    host: '127.0.0.1',
    port: 0,
    publicOrigin: undefined,
    trustProxy: trustHops(1),
    twilio: undefined,
  };
  const product = await startStandalone(own, { pages, print: () => {}, clock });
  try {
    await tellStory(`http://127.0.0.1:${product.port}`, clock);
  } finally {
    await product.stop();
  }
  return product.newAdminPassword;
};

await run(async () => {
  const settings = readSettings(process.env);
  requireEmpty(settings);
  print('Creating a made-up group …');
  const newAdminPassword = await fill(settings);
  const running = await startStandalone(settings, { pages, print });
  for (const line of linesAtStart(settings, { ...running, newAdminPassword })) print(line);
  print('The made-up people sign in with these numbers:');
  for (const { firstName, lastName, phone } of Object.values(people))
    print(`  ${phone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-')}  ${firstName} ${lastName}`);
  return running;
});
