import { readdir, readFile } from 'node:fs/promises';
// biome-ignore lint/plugin: the processor time of so long a time is compared
import { setTimeout } from 'node:timers/promises';

/** Of Linux, on every machine. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

/** A process that ended has none. */
const contentOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
};

/** A process and those that it started, with theirs. */
const familyOf = async (pid: number): Promise<readonly number[]> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => contentOf(`/proc/${pid}/task/${thread}/children`)));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
};

/** Processor seconds so far of a process and those that it started, with all their threads, by `/proc`. */
export const processorSeconds = async (pid: number): Promise<number> => {
  const lines = await Promise.all((await familyOf(pid)).map((each) => contentOf(`/proc/${each}/stat`)));
  // The name, in parentheses, may hold spaces. User and system time are the 14th and 15th field.
  const ticks = lines.map((line) => line.slice(line.lastIndexOf(')') + 2).split(' '));
  return ticks.reduce((sum, field) => sum + Number(field[11] ?? 0) + Number(field[12] ?? 0), 0) / TICKS_PER_SECOND;
};

/** Resident bytes of a process and those that it started, by `/proc`. Asking the server itself would disturb it. */
export const residentBytes = async (pid: number): Promise<number> => {
  const lines = await Promise.all((await familyOf(pid)).map((each) => contentOf(`/proc/${each}/statm`)));
  return lines.reduce((sum, line) => sum + Number(line.split(' ')[1] ?? 0), 0) * PAGE_BYTES;
};

const REST_MS = 2_000;
/** Of one processor. */
const AT_REST = 0.05;
const MAX_RESTS = 90;

/** Resolves when a process has done next to nothing for two seconds, after three minutes at the latest. */
export const atRest = async (pid: number): Promise<void> => {
  let before = await processorSeconds(pid);
  for (let rest = 0; rest < MAX_RESTS; rest += 1) {
    await setTimeout(REST_MS);
    const now = await processorSeconds(pid);
    if ((now - before) * 1_000 < AT_REST * REST_MS) return;
    before = now;
  }
};
