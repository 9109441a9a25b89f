import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { pino } from 'pino';
import { isWritable } from '../engines/data-folder.ts';
import { openEngines } from '../engines/open-engines.ts';
import { holder } from '../service-parts.ts';
import type { Settings } from '../settings/settings.ts';
import { callRunningProduct } from './call-running-product.ts';
import { type SupportCall, SupportError } from './command.ts';
import { commands } from './commands.ts';
import { type Answer, runAt, runCommand } from './run-command.ts';
import { onCopy } from './writable-copy.ts';

export const logFileOf = ({ logTo }: Settings): string | undefined => (logTo === 'stdout' ? undefined : logTo);

/** Opens the engines in this process for one call: shared ones, or those of a stopped product. */
const runOnEngines = async (settings: Settings, call: SupportCall, emit: (answer: Answer) => void): Promise<void> => {
  const log = pino({ level: 'silent' });
  const engines = await openEngines(settings, log);
  let models: Projections | undefined;
  const { events, reads, bus } = engines;
  try {
    const context = {
      engines,
      clock: systemClock,
      models: () => (models ??= startProjections({ events, reads, bus, clock: systemClock, log, holder })),
      logFile: logFileOf(settings),
    };
    await runCommand(runAt(context, call), emit);
  } finally {
    await models?.stop();
    await engines.close();
  }
};

const isShared = ({ eventstoreUri, mongodbUri }: Settings): boolean =>
  eventstoreUri !== undefined && mongodbUri !== undefined;

/** Checking builds read models beside those in use. Nothing else works on a copy, because accesses must be recorded. */
const runOnFolder: typeof runOnEngines = (settings, call, emit) =>
  call.command === 'verify' && !isShared(settings) && !isWritable(settings.dataDir)
    ? onCopy(settings, (copied) => runOnEngines(copied, call, emit))
    : runOnEngines(settings, call, emit);

/** Asks the running product if the engines are its own; otherwise opens them. */
export const dispatch = async (
  settings: Settings,
  call: SupportCall,
  emit: (answer: Answer) => void,
): Promise<void> => {
  const { eventstoreUri, dataDir } = settings;
  const command = commands.get(call.command);
  if (command !== undefined && 'runHere' in command)
    return runCommand((onProgress) => command.runHere(settings, call, onProgress), emit);
  if (!isShared(settings) && (await callRunningProduct(dataDir, call, emit))) return;
  // Reading must not create a data folder.
  if (eventstoreUri === undefined && !existsSync(join(dataDir, 'events', 'events.db')))
    throw new SupportError(`There is no data in ${resolve(dataDir)}. Set DATA_DIR to the folder of the product.`);
  await runOnFolder(settings, call, emit);
};
