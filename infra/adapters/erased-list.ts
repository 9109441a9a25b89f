import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { NamingKeys, SubjectKeys } from '@quorum/service-kit/ports/key-store.ts';

export type Kind = 'key' | 'file' | 'name';

/** Where destroyed keys and files are noted, durably, before they go. */
export type ErasedNotes = {
  note(kind: Kind, name: string): void | Promise<void>;
  lines(): Promise<readonly string[]>;
  /** Whether the database contains nothing but the list. True for a list in a file. */
  isAlone(): Promise<boolean>;
};

export const lineOf = (kind: Kind, name: string): string => `${kind} ${name}`;

export const partsOf = (line: string): readonly [Kind, string] => {
  const end = line.indexOf(' ');
  return [line.slice(0, end) as Kind, line.slice(end + 1)];
};

/** The text of a whole list. */
export const listOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export const namedIn = (lines: readonly string[], kind: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));

/**
 * Ids of all destroyed keys and files, one per line. A backup from before an erasure still contains them, and a restore destroys
 * them again. Contains no names or texts. A forgotten key is listed by its digest, because its subject would confirm a guess.
 */
export class ErasedList implements ErasedNotes {
  readonly #path: string;
  readonly #lines: Set<string>;

  constructor(path: string) {
    this.#path = path;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // A line without its end was never acknowledged; the next one must not be appended to it.
    this.#lines = new Set(text.split('\n').slice(0, -1));
    if (text !== '' && !text.endsWith('\n')) this.#write('\n');
  }

  async lines(): Promise<readonly string[]> {
    return [...this.#lines];
  }

  async isAlone(): Promise<boolean> {
    return true;
  }

  /** Flushed to disk on return. */
  note(kind: Kind, name: string): void {
    const line = lineOf(kind, name);
    if (this.#lines.has(line)) return;
    this.#write(`${line}\n`);
    this.#lines.add(line);
  }

  /** Writes all or nothing. A full disk would leave part of a line, and the next line must not be appended to that. */
  #write(text: string): void {
    const file = openSync(this.#path, 'a', 0o600);
    const { size } = fstatSync(file);
    const bytes = Buffer.from(text);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    } finally {
      closeSync(file);
    }
  }
}

/** Digest of a forgotten key. The key is random, so nothing can be guessed from it. */
export const digestOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('base64url');

/** Wraps keys: notes each destroyed one before it goes. */
export const notingDestroyed = (keys: SubjectKeys, erased: ErasedNotes): SubjectKeys => ({
  obtain: (subject) => keys.obtain(subject),
  find: (subjects) => keys.find(subjects),
  destroy: async (subject) => {
    await erased.note('key', subject);
    await keys.destroy(subject);
  },
  generation: () => keys.generation(),
});

/** Wraps keys that name something: notes each forgotten one before it goes. */
export const notingForgotten = (keys: NamingKeys, erased: ErasedNotes): NamingKeys => ({
  obtain: (subject) => keys.obtain(subject),
  find: (subjects) => keys.find(subjects),
  replace: (subject, next) => keys.replace(subject, next),
  forget: async (subject, key) => {
    await erased.note('name', digestOf(key));
    await keys.forget(subject, key);
  },
});

/** Wraps a file store: notes each removed file before it goes. */
export const notingFiles = (files: FileStore, erased: ErasedNotes): FileStore => ({
  write: (id, source, subject) => files.write(id, source, subject),
  read: (id, range) => files.read(id, range),
  remove: async (id) => {
    await erased.note('file', id);
    await files.remove(id);
  },
  list: (before, selection) => files.list(before, selection),
  ping: () => files.ping(),
});
