import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from '../../support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

it('the public configuration says where the apps are and whether they are offered (API-66)', async () => {
  const response = await fetch(`${product.origin}/api/config/app`);
  expect(response.status).toBe(200);
  const config = (await response.json()) as Record<string, string>;
  expect(Object.keys(config).sort()).toEqual(['android_play_store_url', 'app_download_enabled', 'ios_app_store_url']);
  expect(new URL(config.ios_app_store_url ?? '').protocol).toBe('https:');
  expect(new URL(config.android_play_store_url ?? '').protocol).toBe('https:');
  expect(['true', 'false']).toContain(config.app_download_enabled);
});
