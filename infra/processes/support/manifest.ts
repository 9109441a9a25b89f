import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { dataFolder } from '../engines/data-folder.ts';
import { SupportError } from './command.ts';

/** The parts of a backup. */
type Manifest = {
  /** When the backup was finished, ISO 8601. */
  readonly madeAt: string;
  readonly files: { readonly [path: string]: { readonly size: number; readonly sha256: string } };
};

/** Size in bytes, and checksum in hex. */
const measure = async (path: string): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
  }
  return { size, sha256: hash.digest('hex') };
};

/** Marks a backup as finished. */
export const writeManifest = async (folder: string, madeAt: string): Promise<void> => {
  const { manifest, unfinished, erasing } = dataFolder(folder);
  const files: { [path: string]: { size: number; sha256: string } } = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || [manifest, unfinished, erasing].includes(path)) continue;
    files[path.slice(folder.length).split(sep).filter(Boolean).join('/')] = await measure(path);
  }
  writeFileSync(manifest, `${JSON.stringify({ madeAt, files } satisfies Manifest, null, 1)}\n`);
};

const readManifest = (path: string): Manifest | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
};

const compareFiles = async (folder: string, { files }: Manifest): Promise<void> => {
  for (const [name, expected] of Object.entries(files)) {
    const file = join(folder, name);
    const found = existsSync(file) ? await measure(file) : undefined;
    if (found?.size === expected.size && found.sha256 === expected.sha256) continue;
    const what = found === undefined ? 'is missing' : 'was changed or cut';
    throw new SupportError(`The backup in ${folder} is damaged: ${name} ${what}. Use another backup.`);
  }
};

/**
 * Reads the whole backup and compares it with its manifest.
 * @param mayBeErasing whether an interrupted erasure, which is to be repeated, is accepted.
 * @throws SupportError that names the first file that is missing or was changed
 */
export const checkManifest = async (folder: string, mayBeErasing = false): Promise<Manifest> => {
  const { manifest: path, unfinished, erasing } = dataFolder(folder);
  // It may lack keys and files that its events name.
  if (existsSync(unfinished)) throw new SupportError(`The backup in ${folder} was interrupted: make another one.`);
  if (!existsSync(path)) throw new SupportError(`There is no backup in ${folder}.`);
  const manifest = readManifest(path);
  if (manifest === undefined) throw new SupportError(`${path} is damaged: use another backup.`);
  if (existsSync(erasing)) {
    if (mayBeErasing) return manifest;
    throw new SupportError(`The erasure from ${folder} was interrupted: run backup erase ${folder} again.`);
  }
  await compareFiles(folder, manifest);
  return manifest;
};
