import { existsSync } from 'node:fs';
import { counted } from '@quorum/contracts/text/counted.ts';
import type { Difference } from '@quorum/projections/runner/builds/compare-builds.ts';
import { BEFORE_FIRST, type IntegrityFault } from '@quorum/service-kit/ports/event-log.ts';
import { type Command, SupportError } from '../command.ts';
import { faultyFiles } from '../faulty-files.ts';
import { compareNotedHeads, type HeadsCompared } from '../noted-heads.ts';
import type { SupportContext } from '../support-context.ts';

/** Maximum number of faults reported. */
const MAX_FAULTS = 100;

const faultLine = ({ stream, revision, position, reason }: IntegrityFault): string =>
  `FAULT: event ${revision < 0 ? 'unknown' : revision} of ${stream === '' ? 'an unknown stream' : stream} (position ${position}) is ${reason}`;

const differenceLine = ({ model, collection, id, active, rebuilt }: Difference): string => {
  const what =
    active === undefined ? 'is missing' : rebuilt === undefined ? 'should not be there' : 'differs from the log';
  return `FAULT: document ${id} in ${collection} (read model ${model}) ${what}. Repair it with: rebuild ${model}`;
};

const fileLine = (id: string): string =>
  `FAULT: the stored file ${id} is missing or damaged. Put it back from a backup.`;

const NOTHING_NOTED: HeadsCompared = { compared: 0, faults: [] };

/** @throws SupportError if the named log file does not exist. */
const notedHeads = async ({ engines, logFile }: SupportContext, named: string | undefined): Promise<HeadsCompared> => {
  if (named !== undefined && !existsSync(named))
    throw new SupportError(`There is no file ${named}, or the account of the product may not read it.`);
  const file = named ?? logFile;
  return file === undefined ? NOTHING_NOTED : compareNotedHeads(engines.eventLog, file);
};

type Compared = {
  readonly events: number;
  readonly streams: number;
  /** By read model. */
  readonly documents: { readonly [model: string]: number };
  readonly files: number;
  readonly notedHeads: number;
};

/** Without noted heads, a truncated log would go unnoticed. The product notes the first one a minute after its start. */
const notedLine = ({ notedHeads }: Compared): string =>
  notedHeads === 0
    ? "Not checked: whether events are missing from the end of the log. No noted log heads were found to compare with: pass the product's log file with --log."
    : `Noted log heads compared: ${notedHeads}.`;

/** The numbers compared, so that a check of nothing never looks like a clean one. */
const comparedLines = (compared: Compared): readonly string[] => [
  `Compared: ${counted(compared.events, 'event')} in ${counted(compared.streams, 'stream')}.`,
  ...Object.entries(compared.documents).map(([model, count]) => `Compared: ${counted(count, 'document')} of ${model}.`),
  `Compared: ${counted(compared.files, 'stored file')}.`,
  notedLine(compared),
];

const verdict = ({ events, notedHeads }: Compared): string => {
  if (events === 0)
    return 'FAULT: nothing was checked, because the log holds no events. Is this the right data folder?';
  return notedHeads === 0
    ? 'The log is intact as far as it goes, and every read model matches it.'
    : 'The log is intact, and every read model matches it.';
};

export const verify: Command = {
  words: '',
  min: 0,
  max: 0,
  flags: ['log'],
  help: 'Checks that no stored event was altered or removed (also against the log heads noted in the log file), that every read model matches the events, and that every stored file is there and whole.',
  run: async (context, { flags }, onProgress) => {
    const noted = await notedHeads(context, flags.log);
    const faults: IntegrityFault[] = [...noted.faults];
    const { eventLog } = context.engines;
    const { unit, count } = eventLog.between(BEFORE_FIRST, await eventLog.head());
    const total = unit === 'events' ? count : 0;
    let [events, streams] = [0, 0];
    const onChecked = (...done: [events: number, streams: number]): void => {
      [events, streams] = done;
      onProgress({ what: 'events checked', done: events, total });
    };
    for await (const fault of eventLog.verify(onChecked)) {
      faults.push(fault);
      if (faults.length >= MAX_FAULTS) break;
    }
    const documents: { [model: string]: number } = {};
    const found = await context.models().verify({
      onCompared: (model, count) => {
        documents[model] = count;
      },
      onProgress: ({ handled, total }) => onProgress({ what: 'events folded', done: handled, total }),
    });
    const { checked: files, faulty } = await faultyFiles({
      log: eventLog,
      files: context.engines.files,
      erased: await context.engines.erasedLines(),
      onProgress,
    });
    // Documents hold personal texts, so only their location is reported.
    const differences = found.map(({ model, collection, id, active, rebuilt }) => ({
      model,
      collection,
      id,
      kind: active === undefined ? 'missing' : rebuilt === undefined ? 'surplus' : 'different',
    }));
    const lines = [...faults.map(faultLine), ...found.map(differenceLine), ...faulty.map(fileLine)];
    const compared: Compared = { events, streams, documents, files, notedHeads: noted.compared };
    return {
      lines: [...(lines.length === 0 ? [verdict(compared)] : lines), ...comparedLines(compared)],
      data: { faults, differences, files: faulty, compared },
      fault: lines.length > 0 || events === 0,
    };
  },
};
