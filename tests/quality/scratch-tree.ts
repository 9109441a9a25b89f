import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Ran = { readonly status: number | null; readonly output: string };

/** A small tree beside the real one, with the real tools and configurations, to show that a seeded fault is found. */
export type ScratchTree = {
  write(files: Readonly<Record<string, string>>): Promise<void>;
  run(tool: string, ...args: string[]): Ran;
  remove(): Promise<void>;
};

export const scratchTree = async (): Promise<ScratchTree> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-quality-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    write: async (files) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
    },
    run: (tool, ...args) => {
      const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, output: `${stdout}${stderr}` };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
