import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { PollingConnection } from '../../support/polling-connection.ts';
import { signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Frozen clock: rate limits do not refill on slow machines. */
const now = 1_800_000_000_000;
const product = sharedProduct({}, { now: () => now });

describe('traffic on a socket', () => {
  it.each([
    ['packets under names that nobody knows', 71, 10, '42["nobody",1]'],
    ['bytes', 20, 1, `42["nobody","${'x'.repeat(60_000)}"]`],
  ])(
    'traffic on a socket is counted before it is parsed, and too much of it closes the connection: %s (SAFE-06)',
    async (_, posts, each, packet) => {
      const ada = await signUp(product);
      const connection = await PollingConnection.open(product);
      await connection.send(`40${JSON.stringify({ token: ada.token })}`);
      await connection.receive('ready');
      for (let post = 0; post < posts; post++) await connection.send(...new Array<string>(each).fill(packet));
      expect(await connection.end()).toBe('closed');
    },
  );

  it('traffic on a socket is counted per person across all connections (SAFE-06)', async () => {
    const ada = await signUp(product);
    const clients = await Promise.all([1, 2, 3].map(() => FollowingClient.connect(product, ada.token)));
    const gone = Promise.any(clients.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve))));
    for (const { socket } of clients)
      for (let count = 0; count < 300; count++) socket.emit('leaveGroup' as never, 1 as never);
    await gone;
    for (const client of clients) client.close();
  });
});
