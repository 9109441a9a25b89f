import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, in memory, that a test can fill. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves not a byte. */
  fill(): void;
  /** Takes back what `fill` wrote. */
  empty(): void;
  /** @param size such as `512k`. */
  resize(size: string): void;
  /** Mounts it elsewhere, for reading only, like a snapshot. @returns the folder */
  readOnly(): string;
  remove(): void;
};

/** As root, or as an account that may become root without a password, as in CI. */
const asRoot = (...command: readonly string[]): boolean => {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
};

/** @returns undefined where nothing can be mounted. */
const mount = (size: string): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'quorum-disk-'));
  if (asRoot('mount', '-t', 'tmpfs', '-o', `size=${size},mode=0777`, 'tmpfs', folder)) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
};

const unmount = (folder: string): void => {
  // Nothing of it is needed, even if a process still has a file open.
  asRoot('umount', '-l', folder);
  rmSync(folder, { recursive: true, force: true });
};

/** Whether this machine lets us mount a disk. Says so if it does not, because the tests are skipped then. */
export const canMount = (): boolean => {
  const tried = mount('64k');
  if (tried !== undefined) unmount(tried);
  else {
    const line = 'No disk can be mounted here (that needs Linux and root): the tests with a full disk are SKIPPED.';
    if (process.env.FULL_DISK === 'required') throw new Error(line);
    process.stderr.write(`${line}\n`);
  }
  return tried !== undefined;
};

/** @param size such as `512k`. */
export const smallDisk = (size: string): SmallDisk => {
  const folder = mount(size);
  if (folder === undefined) throw new Error('no disk can be mounted');
  const filler = join(folder, 'filler');
  const snapshots: string[] = [];
  return {
    folder,
    fill: () => {
      for (const bytes of [1_048_576, 4_096, 1])
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
    },
    empty: () => rmSync(filler, { force: true }),
    resize: (next) => {
      if (!asRoot('mount', '-o', `remount,size=${next}`, folder)) throw new Error(`no disk of ${next}`);
    },
    readOnly: () => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'quorum-snapshot-'));
      snapshots.push(elsewhere);
      const isMounted =
        asRoot('mount', '--bind', folder, elsewhere) && asRoot('mount', '-o', 'remount,bind,ro', elsewhere);
      if (!isMounted) throw new Error('the disk cannot be mounted twice');
      return elsewhere;
    },
    remove: () => [...snapshots, folder].forEach(unmount),
  };
};
