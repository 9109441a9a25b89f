import { readFile } from 'node:fs/promises';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

let ada: Client;
const product = sharedProduct();

beforeAll(async () => {
  ada = await signUp(product);
});

const metrics = async (): Promise<string> => (await fetch(`${product.origin}/metrics`)).text();
/** Sum over all labels that match. */
const metric = async (name: string, label = ''): Promise<number> =>
  (await metrics())
    .split('\n')
    .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);

describe('the operations endpoints (RUN-05)', () => {
  it('the operations endpoints report that the process is alive and ready', async () => {
    expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
    await until(async () => (await fetch(`${product.origin}/readyz`)).status === 200);
  });

  it('the metrics show the free space of the data folder, and how many log lines were dropped (OPER-09, OPER-10)', async () => {
    expect(await metric('quorum_data_folder_free_bytes')).toBeGreaterThan(0);
    expect(await metrics()).toContain('\nquorum_log_lines_dropped_total 0\n');
  });

  it('the metrics show every metric that the alert rules name (OPER-16)', async () => {
    const rules = await readFile(new URL('../../../infra/monitoring/alerts.yaml', import.meta.url), 'utf8');
    const named = new Set(rules.match(/\bquorum_\w+/g));
    const shown = new Set((await metrics()).match(/(?<=^# TYPE )\w+/gm));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('the metrics count requests by route and status, and appends by outcome', async () => {
    const [requests, appends] = ['quorum_request_duration_seconds_count', 'quorum_appends_total'];
    const before = await metric(requests, 'route="createGroup",status="200"');
    const written = await metric(appends, 'outcome="written"');
    await createGroup(ada);
    // Counted after the answer is sent.
    await until(async () => (await metric(requests, 'route="createGroup",status="200"')) === before + 1);
    expect(await metric(appends, 'outcome="written"')).toBeGreaterThan(written);
    expect(await metric(appends, 'outcome="failed"')).toBe(0);
  });

  it('the metrics show sockets and the frames delivered to them', async () => {
    const client = await FollowingClient.connect(product, ada.token);
    await until(async () => (await metric('quorum_connected_sockets')) === 1);
    const delivered = await metric('quorum_deliveries');
    await createGroup(ada, 'Second club');
    await until(async () => (await metric('quorum_deliveries')) > delivered);
    client.close();
  });

  it.each([
    'quorum_projection_lag_events',
    'quorum_projection_lag_seconds',
    'quorum_parked_events',
    'quorum_parked_reactions',
    'quorum_append_queue_depth',
    'quorum_process_manager_queue_depth',
  ])('the metrics show %s, which is zero at rest', async (name) => {
    expect(await metrics()).toContain(`# TYPE ${name} gauge`);
    await until(async () => (await metric(name)) === 0);
  });
});

it('the public configuration says where the apps are and whether they are offered (API-66)', async () => {
  const response = await fetch(`${product.origin}/api/config/app`);
  expect(response.status).toBe(200);
  const config = (await response.json()) as Record<string, string>;
  expect(Object.keys(config).sort()).toEqual(['android_play_store_url', 'app_download_enabled', 'ios_app_store_url']);
  expect(new URL(config.ios_app_store_url ?? '').protocol).toBe('https:');
  expect(new URL(config.android_play_store_url ?? '').protocol).toBe('https:');
  expect(['true', 'false']).toContain(config.app_download_enabled);
});
