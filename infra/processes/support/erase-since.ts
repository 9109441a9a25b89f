import { type Deletable, DeleteAgain } from '@quorum/command-service/erasure/delete-again.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { pino } from 'pino';
import { namedIn } from '../../adapters/erased-list.ts';
import { openEngines } from '../engines/open-engines.ts';
import type { Settings } from '../settings/settings.ts';
import type { OnProgress } from './command.ts';
import { eraseListed } from './stores.ts';

/** How much there was to delete, end or destroy. `key` counts files too. */
export type Repeated = { readonly [K in Deletable | 'session' | 'key']: number };

/**
 * Makes older data forget what was erased since: deletes again by the commands of the first time, ends every session, and destroys
 * keys and files. The read models still show it.
 * @param lines of a list of what was erased. @param clock timestamps the events.
 */
export const eraseSince = async (
  settings: Settings,
  lines: readonly string[],
  clock: Clock,
  onProgress: OnProgress,
): Promise<Repeated> => {
  const { events, eventLog, close } = await openEngines(
    { ...settings, kafkaBrokers: undefined },
    pino({ level: 'silent' }),
    clock,
  );
  const again = { account: 0, group: 0, message: 0, event: 0, session: 0 };
  try {
    const deleting = new DeleteAgain(events);
    for (const kind of ['account', 'group', 'message', 'event'] as const)
      for (const id of namedIn(lines, kind)) again[kind] += Number(await deleting.delete(kind, id));
    const sessions = new Set<string>();
    let done = 0;
    for await (const page of pagesOfLog(eventLog)) {
      for (const { type, stream } of page) if (type === 'SessionStarted') sessions.add(stream);
      done += page.length;
      onProgress({ what: 'events read', done, total: 0 });
    }
    for (const stream of sessions) again.session += Number(await deleting.endSession(stream));
  } finally {
    await close();
  }
  return { ...again, key: await eraseListed(settings, lines) };
};

export const repeatedLines = (
  { account, group, message, event, session, key }: Repeated,
  since: string,
): readonly string[] => [
  `Deleted again ${since}: ${counted(account, 'account')}, ${counted(group, 'group')}, ${counted(message, 'message')}, ${counted(event, 'event')}, and ${key} keys and files.`,
  `Ended ${counted(session, 'session')}: everybody signs in again.`,
];
