import { once } from 'node:events';
import { createServer } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { Health } from './health.ts';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

describe('the health of a process', () => {
  let health: Health;
  afterEach(() => health.close());

  const ready = async () => ({ needed: {}, others: {} });
  const settings = { production: true, host: '127.0.0.1', metricsToken: undefined };
  const askedAt = async (port: number, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.text()];
  };

  it('the health of a process reports at all times whether calls may be sent to it (RUN-05)', async () => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    health = await Health.listen({ ...settings, port, metricsPort });
    const parts = async () => JSON.parse((await askedAt(metricsPort, '/readyz'))[1] as string) as unknown;
    expect(await parts()).toEqual({ ready: false, parts: { process: 'waits for its engines' } });
    expect(await askedAt(metricsPort, '/healthz')).toEqual([200, '{"status":"alive"}']);
    health.started({ ready, registry: new Registry() });
    expect(await parts()).toEqual({ ready: true, parts: {} });
    health.draining();
    expect(await parts()).toEqual({ ready: false, parts: { process: 'is being stopped' } });
  });

  it("the health of a process gives up the product's port when the product wants to listen there, and keeps a port of its own", async () => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    health = await Health.listen({ ...settings, port, metricsPort: undefined });
    expect((await askedAt(port, '/metrics'))[0]).toBe(404);
    await health.freePort();
    await expect(askedAt(port, '/healthz')).rejects.toThrow();

    health = await Health.listen({ ...settings, port, metricsPort });
    await health.freePort();
    expect((await askedAt(metricsPort, '/healthz'))[0]).toBe(200);
  });
});
