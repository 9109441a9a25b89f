import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { Client } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct(adminEnvironment);

describe('the configuration', () => {
  it('the configuration lists every setting with key, value, description and update date (ADMIN-15, API-22, API-70)', async () => {
    const { configs } = await new Administrator(product).must('adminConfig');
    expect(configs).toContainEqual({
      key: 'ios_app_store_url',
      value: expect.stringMatching(/^https:/),
      description: 'Where Download for iOS leads.',
      updatedAt: null,
    });
    expect(configs.map(({ key }) => key)).toEqual([
      'app_download_enabled',
      'ios_app_store_url',
      'android_play_store_url',
    ]);
  });

  it('the configuration is changed by the administrator and readable by everyone (ADMIN-17, API-66, API-71)', async () => {
    const admin = new Administrator(product);
    const setting = { params: { key: 'app_download_enabled' }, body: { value: 'false' } };
    expect((await admin.must('changeConfig', setting)).message).toBe('Configuration updated successfully');
    const visitor = new Client(product);
    expect((await visitor.must('appConfig')).app_download_enabled).toBe('false');
    const { configs } = await admin.must('adminConfig');
    expect(Date.parse(configs[0]?.updatedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('the configuration rejects invalid values and unknown keys', async () => {
    const admin = new Administrator(product);
    const put = (key: string, value: string) => admin.call('changeConfig', { params: { key }, body: { value } });
    const address = await put('ios_app_store_url', 'apps.apple/quorum');
    expect([address.status, address.error]).toEqual([400, 'enter an address that begins with https://']);
    expect((await put('app_download_enabled', 'maybe')).status).toBe(400);
    const unknown = await put('motd', 'x');
    expect([unknown.status, unknown.error]).toEqual([404, 'Configuration not found']);
  });
});
