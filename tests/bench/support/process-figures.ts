import { readdir, readFile } from 'node:fs/promises';

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
