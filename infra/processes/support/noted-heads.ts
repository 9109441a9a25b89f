import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ChainLink, EventLog, IntegrityFault } from '@quorum/service-kit/ports/event-log.ts';
import { HEAD_NOTED } from '../observe/note-chain-head.ts';

/** Number of newest entries compared. Earlier events are covered by the same chain. */
const MAX_COMPARED = 1000;

/** Marker in the log file of a product that moved. Ends noted before belong to the log that it left. */
export const MOVED = 'the event log was moved';

const linkIn = (line: string): ChainLink | undefined => {
  if (!line.includes(HEAD_NOTED)) return undefined;
  try {
    return (JSON.parse(line) as { head?: ChainLink }).head;
  } catch {
    // The last line of a killed process may be incomplete.
    return undefined;
  }
};

const notedIn = async (logFile: string): Promise<readonly ChainLink[]> => {
  const found: ChainLink[] = [];
  if (!existsSync(logFile)) return found;
  for await (const line of createInterface({ input: createReadStream(logFile) })) {
    if (line.includes(MOVED)) found.length = 0;
    const link = linkIn(line);
    if (link === undefined) continue;
    found.push(link);
    if (found.length > MAX_COMPARED) found.shift();
  }
  return found;
};

export type HeadsCompared = { readonly compared: number; readonly faults: readonly IntegrityFault[] };

/** Compares the event log with the heads that the product's own log file recorded every minute. */
export const compareNotedHeads = async (eventLog: EventLog, logFile: string): Promise<HeadsCompared> => {
  const noted = await notedIn(logFile);
  const faults: IntegrityFault[] = [];
  for (const { position, stream, revision, hash } of noted) {
    const stored = await eventLog.linkAt(position);
    if (stored?.hash !== hash)
      faults.push({ position, stream, revision, reason: stored === undefined ? 'missing' : 'altered' });
  }
  return { compared: noted.length, faults };
};
