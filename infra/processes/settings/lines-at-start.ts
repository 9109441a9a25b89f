import { resolve } from 'node:path';
import { isLoopback } from '@quorum/service-kit/http/admission/origin.ts';
import type { Standalone } from '../start-standalone.ts';
import type { Settings } from './settings.ts';

type Shown = Pick<Settings, 'publicOrigin' | 'dataDir' | 'twilio' | 'production' | 'host'>;

type Started = Pick<Standalone, 'port' | 'masterKeyPath' | 'newAdminPassword'>;

/** What the terminal shows once the product runs. */
export const linesAtStart = (settings: Shown, running: Started): readonly string[] => {
  const lines = [
    `Quorum runs on ${settings.publicOrigin ?? `http://localhost:${running.port}`}`,
    `Data lies in ${resolve(settings.dataDir)}`,
  ];
  if (running.masterKeyPath !== undefined)
    lines.push(`The key that encrypts it lies in ${running.masterKeyPath}; set MASTER_KEY to keep it elsewhere`);
  if (settings.twilio === undefined)
    lines.push('To sign in, enter any US phone number: the code appears here and on the sign-in page');
  if (!settings.production && !isLoopback(settings.host))
    lines.push(
      `Warning: HOST ${settings.host} is open to other machines, and this is development. Set NODE_ENV=production for them`,
    );
  if (running.newAdminPassword !== undefined)
    lines.push(`The admin is "admin" with the password ${running.newAdminPassword}, which is shown only now`);
  return lines;
};
