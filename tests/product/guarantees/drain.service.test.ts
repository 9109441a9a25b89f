import { once } from 'node:events';
import { Agent, request, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { createHttpServer, drain, listen } from '@quorum/infra/processes/http/http-server.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { expect, it } from 'vitest';
import { startReverseProxy } from '../../support/processes/reverse-proxy.ts';

/** An instance, and how many calls it has answered. */
const startInstance = async () => {
  let answered = 0;
  const server: Server = createHttpServer((request, response) => {
    request.resume();
    setTimeout(() => {
      answered += 1;
      response.end('{}');
    }, 2);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return { server, origin: `http://127.0.0.1:${port}`, answered: () => answered };
};

it('an instance that stops behind a proxy fails no call, as long as there is another (RUN-07)', async () => {
  const instances = [await startInstance(), await startInstance()] as const;
  const origins = () => instances.map(({ origin }) => origin);
  const proxy = await startReverseProxy({ command: origins, query: origins });
  const failed: number[] = [];
  let isOver = false;
  const keepCalling = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await fetch(`${proxy.origin}/api/messages`, { method: 'POST', body: '{}' });
      if (status !== 200) failed.push(status);
    }
  };
  const callers = Array.from({ length: 16 }, keepCalling);
  const [leaving, staying] = instances;
  await until(async () => leaving.answered() > 100);
  await drain(leaving.server, 5_000, 500);
  const answered = staying.answered();
  await until(async () => staying.answered() > answered + 100);
  isOver = true;
  await Promise.all(callers);
  expect(failed).toEqual([]);
  await proxy.close();
  await drain(staying.server, 5_000);
});

it('an instance that is too busy to look while its connections linger answers the calls that have already arrived (RUN-07)', async () => {
  const { server, origin } = await startInstance();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (whenSent = () => {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(origin, { agent }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
      sent.on('finish', whenSent).on('error', reject).end();
    });
  await call();
  const drained = drain(server, 5_000, 50);
  const status = await call(() => {
    for (const end = performance.now() + 100; performance.now() < end; );
  });
  expect(status).toBe(200);
  await drained;
});

it('a browser that is asleep, and never answers that its socket closes, keeps no instance from stopping (RUN-07)', async () => {
  const { server, origin } = await startInstance();
  server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  const asleep = request(origin, { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } }).end();
  const [, socket] = (await once(asleep, 'upgrade')) as [unknown, Socket];
  await drain(server, 100);
  socket.destroy();
});
