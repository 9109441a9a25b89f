import { readdir, readFile } from 'node:fs/promises';
import type { Usage } from './room.ts';

/** Units of `/proc/<pid>/stat`, the same on every Linux that runs Node. */
const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;

type Stat = Usage & { readonly parent: number };

/** @returns undefined for a process that has ended. */
const statOf = async (pid: number): Promise<Stat | undefined> => {
  let text: string;
  try {
    text = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  // The name, in parentheses, may contain anything. After it come the state, the parent, and so on, see proc(5).
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, pages = 0] = [fields[1], fields[11], fields[12], fields[21]];
  return { parent, cpuSeconds: (user + system) / TICKS_A_SECOND, memoryBytes: pages * PAGE_BYTES };
};

/** Processor time and memory of a process and its living children, as counted by the kernel. */
export const usageOfProcess = async (pid: number): Promise<Usage> => {
  const pids = (await readdir('/proc')).map(Number).filter((one) => one > 0);
  const stats = new Map<number, Stat>();
  for (const one of pids) {
    const stat = await statOf(one);
    if (stat !== undefined) stats.set(one, stat);
  }
  const total = { cpuSeconds: 0, memoryBytes: 0 };
  const family = [pid];
  for (const member of family) {
    const stat = stats.get(member);
    total.cpuSeconds += stat?.cpuSeconds ?? 0;
    total.memoryBytes += stat?.memoryBytes ?? 0;
    for (const [child, { parent }] of stats) if (parent === member) family.push(child);
  }
  return total;
};
