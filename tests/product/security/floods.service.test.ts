import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { Client, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Frozen clock: rate limits do not refill on slow machines. */
const now = 1_800_000_000_000;
const product = sharedProduct({ REQUEST_RATE: '20' }, { now: () => now });

/** Requests without a session, or with an invented one, until the address has no allowance left. */
const flood = async (address: string, token?: string): Promise<number[]> => {
  const stranger = new Client(product, token);
  stranger.address = address;
  const answered = await Promise.all(Array.from({ length: 100 }, () => stranger.call('me')));
  return answered.map(({ status }) => status);
};

describe('a flood from one address', () => {
  it.each([
    ['without a token', undefined],
    ['with an invented token', 'x'.repeat(43)],
  ])(
    'a flood %s from one address ends in refusals, and does not affect people signed in there (SAFE-14)',
    async (_, token) => {
      const [ada, other] = [await signUp(product), await signUp(product)];
      const statuses = await flood(ada.address, token);
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(80);
      expect(statuses).toContain(429);

      expect((await ada.call('me')).status).toBe(200);
      other.address = ada.address;
      expect((await other.call('myGroups')).status).toBe(200);
      // Public calls count against the signed-in caller.
      expect((await ada.call('appConfig')).status).toBe(200);
      expect((await new Client(product).call('appConfig')).status).toBe(200);
      const stranger = new Client(product);
      stranger.address = ada.address;
      expect((await stranger.call('appConfig')).status).toBe(429);
    },
  );

  it('a flood from one address does not keep out the socket of a person signed in there, and asks others to retry (SAFE-14)', async () => {
    const ada = await signUp(product);
    await flood('127.0.0.1');
    const client = await FollowingClient.connect(product, ada.token);
    client.close();
    const refused = await new Promise<string>((resolve) => {
      const auth = { token: 'x'.repeat(43) };
      const socket = io(product.origin, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
      socket.once('connect_error', ({ message }) => {
        socket.close();
        resolve(message);
      });
    });
    expect(refused).toBe('Too many requests. Please try again later.');
  });
});
