import { until } from '@quorum/service-kit/testing/until.ts';
import { expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { signUp, startProduct } from '../../support/product.ts';

it('a closing gateway lets its 200 browsers reconnect by themselves (RUN-07)', async () => {
  const product = await startProduct();
  // Nobody may have more than 50 sockets.
  const people = await Promise.all(Array.from({ length: 4 }, () => signUp(product)));
  const open = (token: string | undefined) => Array.from({ length: 50 }, () => FollowingClient.connect(product, token));
  const clients = await Promise.all(people.flatMap(({ token }) => open(token)));
  const reasons: string[] = [];
  const comingBack: boolean[] = [];
  for (const { socket } of clients)
    socket.on('disconnect', (reason) => {
      reasons.push(reason);
      comingBack.push(socket.active);
    });

  await product.stop();
  await until(() => reasons.length === clients.length);
  expect(new Set(reasons)).toEqual(new Set(['transport close']));
  expect(new Set(comingBack)).toEqual(new Set([true]));
  for (const client of clients) client.close();
});
