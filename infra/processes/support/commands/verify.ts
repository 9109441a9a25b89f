import type { Difference } from '@quorum/projections/runner/compare-builds.ts';
import { BEFORE_FIRST, type IntegrityFault } from '@quorum/service-kit/ports/event-log.ts';
import type { Command } from '../command.ts';
import { compareNotedHeads, type HeadsCompared } from '../noted-heads.ts';

/** Maximum number of faults reported. */
const MAX_FAULTS = 100;

const faultLine = ({ stream, revision, position, reason }: IntegrityFault): string =>
  `FAULT: event ${revision < 0 ? 'unknown' : revision} of ${stream === '' ? 'an unknown stream' : stream} (position ${position}) is ${reason}`;

const differenceLine = ({ model, collection, id, active, rebuilt }: Difference): string => {
  const what =
    active === undefined ? 'is missing' : rebuilt === undefined ? 'should not be there' : 'differs from the log';
  return `FAULT: document ${id} in ${collection} (read model ${model}) ${what}. Repair it with: rebuild ${model}`;
};

const NOTHING_NOTED: HeadsCompared = { compared: 0, faults: [] };

/** Without noted heads, a truncated log would go unnoticed. */
const notedLine = ({ compared }: HeadsCompared): string =>
  compared === 0
    ? "No noted log heads were found to compare with: pass the product's log file with --log."
    : `Noted log heads compared: ${compared}.`;

export const verify: Command = {
  words: '',
  least: 0,
  most: 0,
  flags: ['log'],
  help: 'Checks that no stored event was altered or removed (also against the log heads noted in the log file), and that every read model matches the events.',
  run: async (context, { flags }, onProgress) => {
    const logFile = flags.log ?? context.logFile;
    const noted = logFile === undefined ? NOTHING_NOTED : await compareNotedHeads(context.engines.eventLog, logFile);
    const faults: IntegrityFault[] = [...noted.faults];
    const { eventLog } = context.engines;
    const began = performance.now();
    const { unit, count } = eventLog.between(BEFORE_FIRST, await eventLog.head());
    const total = unit === 'events' ? count : 0;
    const onChecked = (done: number): void =>
      onProgress({ what: 'events checked', done, total, elapsedMs: performance.now() - began });
    for await (const fault of eventLog.verify(onChecked)) {
      faults.push(fault);
      if (faults.length >= MAX_FAULTS) break;
    }
    const found = await context.models().verify(undefined, {
      onProgress: ({ handled, total, elapsedMs }) =>
        onProgress({ what: 'events folded', done: handled, total, elapsedMs }),
    });
    // Documents hold personal texts, so only their location is reported.
    const differences = found.map(({ model, collection, id, active, rebuilt }) => ({
      model,
      collection,
      id,
      kind: active === undefined ? 'missing' : rebuilt === undefined ? 'surplus' : 'different',
    }));
    const lines = [...faults.map(faultLine), ...found.map(differenceLine)];
    return {
      lines: [
        ...(lines.length === 0 ? ['The log is intact, and every read model matches it.'] : lines),
        notedLine(noted),
      ],
      data: { faults, differences, notedEnds: noted.compared },
      fault: lines.length > 0,
    };
  },
};
