import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/processes/local-process.ts';
import { type Product, startProduct } from '../../support/product.ts';

let product: Product | undefined;
afterEach(() => product?.stop());

const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://quorum.example',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'none',
  TWILIO_FROM: '+12025550100',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_TO: 'stdout',
  LOG_LEVEL: 'silent',
};

const statusOf = async (url: string, token?: string): Promise<number> =>
  (await fetch(url, { headers: new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` }) })).status;

describe('the metrics', () => {
  it('the metrics are closed in production, while health is public (RUN-05)', async () => {
    product = await startProduct(production);
    expect(await statusOf(`${product.origin}/metrics`)).toBe(404);
    expect(await statusOf(`${product.origin}/healthz`)).toBe(200);
  });

  it('the metrics are readable with the configured token only (RUN-05)', async () => {
    product = await startProduct({ ...production, METRICS_TOKEN: 'a-token-of-monitoring' });
    expect(await statusOf(`${product.origin}/metrics`)).toBe(401);
    expect(await statusOf(`${product.origin}/metrics`, 'a-token-of-monitorinh')).toBe(401);
    expect(await statusOf(`${product.origin}/metrics`, 'a-token-of-monitoring')).toBe(200);
  });

  it('the metrics are served only on their own port if one is configured (RUN-05)', async () => {
    const port = await freePort();
    product = await startProduct({ ...production, METRICS_PORT: String(port) });
    expect(await statusOf(`${product.origin}/metrics`)).toBe(404);
    expect(await statusOf(`http://127.0.0.1:${port}/metrics`)).toBe(200);
    expect(await statusOf(`http://127.0.0.1:${port}/api/config/app`)).toBe(404);
  });
});
