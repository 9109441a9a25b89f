import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3-multiple-ciphers';
import { expect, it } from 'vitest';
import { openSqlite, writeAhead } from '../../sqlite-file.ts';
import { type RewritePlace, SqliteTables } from './sqlite-tables.ts';
import { createTerms, SqliteTerms } from './sqlite-terms.ts';

const END = 'zvxqjw';

/** With this seed, SQLite leaves a copy of a word in a page that the merge keeps. */
let seed = 267;
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const word = (n: number): string =>
  Array.from({ length: 3 + (n % 6) }, () => 'abcdefgh'[Math.floor(random() * 8)]).join('');

/** An index in whose file entries with secret words were added and removed. */
class Pages {
  readonly #db: Database.Database;
  readonly #path: string;
  readonly #secrets = new Set<string>();
  #last = 0;
  readonly terms: SqliteTerms;
  /** As the committer has it. */
  readonly tables: SqliteTables;

  constructor(folder: string) {
    this.#path = join(folder, 'terms.db');
    this.#db = openSqlite({ path: this.#path });
    // As in files of earlier versions, where parts of the index share a page.
    this.#db.pragma('page_size = 8192');
    writeAhead(this.#db, 'NORMAL');
    createTerms(this.#db, 'w');
    this.#db.exec(
      'CREATE TABLE unmerged (target TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL) STRICT, WITHOUT ROWID',
    );
    const connection = { db: this.#db, prepared: (sql: string) => this.#db.prepare(sql) };
    this.terms = new SqliteTerms(connection, 'w', () => {});
    this.tables = new SqliteTables(connection);
  }

  add(terms: readonly string[], isSecret = false): void {
    this.#last += 1;
    this.terms.put(String(this.#last), JSON.stringify({ id: '', scope: 'club', terms }));
    if (isSecret) this.#secrets.add(String(this.#last));
  }

  /** @param share of the secret entries. */
  remove(share = 1): void {
    for (const id of [...this.#secrets])
      if (share === 1 || random() < share) {
        this.terms.remove(id);
        this.#secrets.delete(id);
      }
  }

  /** As a commit does between two steps of a scrub. */
  removeLast(): void {
    this.tables.get('w').remove(String(this.#last));
  }

  atomic(work: () => void): void {
    this.#db.transaction(work)();
  }

  async traces(): Promise<number> {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
    return (await readFile(this.#path)).toString('latin1').split(END).length - 1;
  }

  close(): void {
    this.#db.close();
  }
}

it('an index that is rewritten has no copy of a removed word that a merge left in the unused part of a page (SEARCH-17)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-pages-'));
  const pages = new Pages(folder);
  const commits = 200 + (seed % 300);
  for (let n = 0; n < commits; n += 1)
    pages.atomic(() => {
      const count = 1 + Math.floor(random() * random() * 40);
      for (let i = 0; i < count; i += 1) {
        const isSecret = random() < 0.6;
        const words = Array.from({ length: 12 }, () => word(Math.floor(random() * 9)));
        pages.add(isSecret ? [...words, word(5) + END] : words, isSecret);
      }
      pages.remove(0.02);
    });
  pages.remove();
  for (let step = 0, isMore = true; isMore || step <= 21; step += 1) {
    if (random() < 0.3) pages.add(Array.from({ length: 12 }, () => word(5)));
    isMore = pages.terms.merge(step === 0);
  }
  expect(await pages.traces()).toBeGreaterThan(0);
  pages.removeLast();
  let at: RewritePlace | undefined;
  do
    pages.atomic(() => {
      at = pages.tables.rewrite(at);
    });
  while (at !== undefined);
  expect(await pages.traces()).toBe(0);
  expect(pages.tables.isUnmerged).toBe(true);
  pages.close();
  await rm(folder, { recursive: true });
});
