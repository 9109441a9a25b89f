import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings, SettingsError } from '@quorum/infra/processes/settings/settings.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { Client, type Product, signUp, startProduct } from '../../support/product.ts';
import { filesIn } from '../../support/stored-files.ts';

let product: Product;
afterEach(() => product?.stop());

const asAdmin = (username: string, password: string) => ({ headers: { username, password } });

const textsIn = async (folder: string): Promise<string> =>
  (await Promise.all((await filesIn(folder)).map((file) => readFile(file, 'latin1')))).join('\n');

describe('the administrator', () => {
  it('the administrator is admitted with the configured credentials, and nobody else is (RUN-08, API-67)', async () => {
    product = await startProduct({ ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'correct horse' });
    expect(product.running.newAdminPassword).toBeUndefined();
    const caller = new Client(product);
    const answered = await caller.call('parkedEvents', asAdmin('root', 'correct horse'));
    expect([answered.status, answered.body]).toEqual([200, { parked: [], total: 0 }]);
    for (const { headers } of [asAdmin('root', 'wrong'), asAdmin('admin', 'correct horse'), asAdmin('', '')]) {
      const refused = await caller.call('parkedEvents', { headers });
      expect([refused.status, refused.error]).toEqual([401, 'Invalid credentials']);
    }
    const person = await signUp(product);
    expect((await person.call('parkedEvents')).status).toBe(401);
  });

  it('the administrator has ten wrong tries an hour per address (API-67)', async () => {
    product = await startProduct({ ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'correct horse' });
    const guesser = new Client(product);
    for (let miss = 0; miss < 10; miss++)
      expect((await guesser.call('parkedEvents', asAdmin('root', `guess ${miss}`))).status).toBe(401);
    const refused = await guesser.call('parkedEvents', asAdmin('root', 'correct horse'));
    expect([refused.status, refused.error]).toEqual([429, 'Too many requests. Please try again later.']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await new Client(product).call('parkedEvents', asAdmin('root', 'correct horse'))).status).toBe(200);
    // Another process remembers the misses as well.
    await product.restart();
    expect((await guesser.call('adminSignIn', asAdmin('root', 'correct horse'))).status).toBe(429);
  });

  it('the administrator gets a password at the first start in development, and only its hash is stored (RUN-08)', async () => {
    product = await startProduct();
    const password = product.running.newAdminPassword ?? '';
    expect(password).toMatch(/^[\w-]{24}$/);
    expect(await textsIn(product.dataDir)).not.toContain(password);
    expect((await stat(join(product.dataDir, 'admin.json'))).mode & 0o077).toBe(0);
    await product.restart();
    expect(product.running.newAdminPassword).toBeUndefined();
    expect((await new Client(product).call('parkedEvents', asAdmin('admin', password))).status).toBe(200);
  });

  it('the administrator cannot sign in if production sets no credentials (RUN-08)', async () => {
    product = await startProduct({
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://quorum.example',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_FROM: '+14155550100',
    });
    expect(product.running.newAdminPassword).toBeUndefined();
    const refused = await new Client(product).call('parkedEvents', asAdmin('admin', 'admin'));
    expect([refused.status, refused.error]).toEqual([404, 'Not found']);
  });

  it.each(['ADMIN_USERNAME', 'ADMIN_PASSWORD'])('a product with %s alone does not start (RUN-08)', (name) => {
    expect(() => readSettings({ [name]: 'half' })).toThrow(SettingsError);
    expect(() => readSettings({ [name]: 'half' })).toThrow(/is missing: ADMIN_USERNAME and ADMIN_PASSWORD belong/);
  });

  it('the administrator sees an event that the read models could not process (CQRS-06)', async () => {
    let log: EventLog | undefined;
    product = await startProduct({ ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'correct horse' }, undefined, (engines) => {
      log = engines.eventLog;
      return engines;
    });
    const stream = `group-${randomUUID()}`;
    await log?.append(stream, [{ id: randomUUID(), type: 'FromTheFuture', data: '{}', metadata: '{}' }], 'none');
    const admin = new Client(product);
    const parked = async () => (await admin.must('parkedEvents', asAdmin('root', 'correct horse'))).parked;
    await until(async () => (await parked()).length > 0);
    expect(await parked()).toContainEqual(
      expect.objectContaining({
        model: expect.stringMatching(/^\w+$/),
        stream,
        type: 'FromTheFuture',
        reason: 'unknown event type',
      }),
    );
  });
});
