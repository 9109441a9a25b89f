import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { support } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, freshPhone, type Product, signUp, startProduct } from '../../support/product.ts';

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** A product with a group, and a folder for its backup and its lists of what was erased. Each test of a file gets new ones. */
export class ProductWithBackups {
  folder = '';
  product!: Product;
  owner!: Client;
  ownerPhone = '';
  groupId = '';

  constructor() {
    beforeEach(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'quorum-backup-'));
      this.product = await startProduct({ MASTER_KEY });
      this.ownerPhone = freshPhone();
      this.owner = await signUp(this.product, { phone: this.ownerPhone });
      this.groupId = (await createGroup(this.owner)).group._id;
    });
    afterEach(async () => {
      await this.product.stop();
      await rm(this.folder, { recursive: true, force: true });
    });
  }

  restoreInto(dataDir: string, ...more: string[]) {
    return support(dataDir, ['restore', join(this.folder, 'backup'), ...more], { MASTER_KEY });
  }

  /** Writes the list of what was erased. @returns its file */
  async savedList(): Promise<string> {
    const file = join(this.folder, `list-${(await readdir(this.folder)).length}`);
    expect(await support(this.product.dataDir, ['erased', file], { MASTER_KEY })).toMatchObject({ code: 0, err: '' });
    return file;
  }
}

export const linesOf = (list: string): string[] =>
  existsSync(list) ? readFileSync(list, 'utf8').trimEnd().split('\n') : [];
