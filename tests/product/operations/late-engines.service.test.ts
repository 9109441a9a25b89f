import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { mayaAndListeningTom } from '../../support/maya-and-tom.ts';
import { freePort } from '../../support/processes/local-process.ts';
import { readinessOf } from '../../support/processes/readiness.ts';
import { startProduct } from '../../support/product.ts';

describe('a service whose engines are down', () => {
  let service: ChildProcess | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'quorum-'));
  afterEach(() => {
    service?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['PORT', 'METRICS_PORT'])(
    'a service whose engines are down is alive and not ready while it waits for them, on %s (RUN-05, RUN-11)',
    async (name) => {
      const [port, away] = [await freePort(), await freePort()];
      const file = new URL('../../../infra/processes/query-service.ts', import.meta.url);
      service = spawn(process.execPath, ['--import', 'tsx', file.pathname], {
        env: {
          ...process.env,
          PORT: '0',
          HOST: '127.0.0.1',
          DATA_DIR: folder,
          EVENTSTORE_URI: `esdb://127.0.0.1:${away}?tls=false`,
          MONGODB_URI: `mongodb://127.0.0.1:${away}/quorum`,
          KAFKA_BROKERS: `127.0.0.1:${away}`,
          [name]: String(port),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      await until(() =>
        ask('/healthz').then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const ready = await ask('/readyz');
      expect(ready.status).toBe(503);
      expect(await ready.json()).toEqual({ ready: false, parts: { process: 'waits for its engines' } });
    },
  );
});

describe('a product whose bus is down when it starts', () => {
  it('a product whose bus is down when it starts serves, reports what is missing, and delivers every message (RUN-05, RUN-11)', async () => {
    const product = await startProduct({ KAFKA_BROKERS: `127.0.0.1:${await freePort()}` });
    try {
      const { maya, groupId, toms } = await mayaAndListeningTom(product);
      await maya.must('sendMessage', { body: { groupId, content: 'without a bus' } });
      await until(() => toms.named('newMessage').length === 1);
      toms.close();

      const { ready, parts } = await readinessOf(product);
      expect([ready, parts.bus]).toEqual([true, 'out of reach']);
      expect((await fetch(`${product.origin}/readyz?deep`)).status).toBe(503);
      const metrics = await (await fetch(`${product.origin}/metrics`)).text();
      expect(metrics).toContain('quorum_engine_up{engine="bus"} 0\n');
      expect(metrics).toContain('quorum_engine_up{engine="readModels"} 1\n');
    } finally {
      await product.stop();
    }
  });
});
