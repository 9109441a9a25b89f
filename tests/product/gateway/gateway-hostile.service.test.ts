// biome-ignore lint/plugin: hostile frames stay below the rate that would end the connection
import { setTimeout as sleep } from 'node:timers/promises';
import { groupAudience, sessionsAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct();

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${product.origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

const refusal = (options: { token?: unknown; origin?: string }): Promise<string> =>
  new Promise((resolve) => {
    const socket = io(product.origin, {
      auth: options.token === undefined ? {} : { token: options.token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...(options.origin === undefined ? {} : { extraHeaders: { origin: options.origin } }),
    });
    socket.once('ready', () => {
      socket.close();
      resolve('');
    });
    socket.once('connect_error', ({ message }) => {
      socket.close();
      resolve(message);
    });
  });

describe('a connection', () => {
  it('a connection is refused without a valid token and from a foreign origin (RT-01, RT-02, SAFE-06)', async () => {
    const ada = await signUp(product);
    const ended = 'Your session has ended. Please log in again.';
    expect(await refusal({ token: ada.token })).toBe('');
    expect(await refusal({})).toBe(ended);
    expect(await refusal({ token: 'x'.repeat(43) })).toBe(ended);
    expect(await refusal({ token: { token: ada.token } })).toBe(ended);
    expect(await refusal({ token: 'x'.repeat(5000) })).toBe(ended);
    expect(await refusal({ token: ada.token, origin: product.origin })).toBe('');
    expect(await refusal({ token: ada.token, origin: 'https://evil.example' })).not.toBe('');
  });

  it('a connection leaves nothing behind when it closes', async () => {
    const before = await metric('quorum_followed_audiences');
    const owner = await signUp(product);
    for (let index = 0; index < 5; index++) await createGroup(owner, `Group ${index}`);
    const clients = await Promise.all(Array.from({ length: 10 }, () => FollowingClient.connect(product, owner.token)));
    // The person, the ends of their sessions, and five groups.
    expect(await metric('quorum_followed_audiences')).toBe(before + 7);
    for (const client of clients) {
      for (const audience of ['open-x', 'group-x', 'user-x', '__proto__'])
        await client.socket.timeout(30_000).emitWithAck('resume', { [audience]: 0 });
      client.close();
    }
    await expect.poll(() => metric('quorum_followed_audiences')).toBe(before);
    expect(await metric('quorum_connected_sockets')).toBe(0);
  });
});

describe('the connections of one person', () => {
  it('the connections of one person are limited, even when opened concurrently, and one too many is refused with the reason (SAFE-06)', async () => {
    const MOST = 50;
    const [many, other] = [await signUp(product), await signUp(product)];
    const before = await metric('quorum_connected_sockets');
    const attempts = Array.from({ length: MOST + 20 }, () =>
      io(product.origin, {
        auth: { token: many.token },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      }),
    );
    await Promise.all(
      attempts.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('ready', () => resolve());
            socket.once('connect_error', () => resolve());
            socket.once('disconnect', () => resolve());
          }),
      ),
    );
    expect((await metric('quorum_connected_sockets')) - before).toBe(MOST);
    expect(await refusal({ token: many.token })).toBe('Too many windows are open. Please close some of them.');
    expect(await refusal({ token: other.token })).toBe('');

    attempts.find((socket) => socket.connected)?.close();
    await expect.poll(async () => (await metric('quorum_connected_sockets')) - before).toBe(MOST - 1);
    expect(await refusal({ token: many.token })).toBe('');
    for (const socket of attempts) socket.close();
    await expect.poll(() => metric('quorum_connected_sockets')).toBe(before);
  });
});

describe('a hostile frame', () => {
  it('a hostile frame harms nobody, whatever its form', async () => {
    const owner = await signUp(product);
    const { group } = await createGroup(owner);
    const attacker = await signUp(product);
    const [victim, hostile] = [
      await FollowingClient.connect(product, owner.token),
      await FollowingClient.connect(product, attacker.token),
    ];
    const odd: readonly unknown[] = [
      undefined,
      null,
      0,
      -1,
      1e308,
      '',
      'x'.repeat(10_000),
      [],
      {},
      [[[]]],
      { groupId: {} },
      { groupId: null },
      { groupId: '../../etc' },
      { __proto__: null, constructor: 1 },
      Buffer.from('bytes'),
      true,
      group._id,
      { [groupAudience(group._id)]: 0, [userAudience(owner.userId)]: 0, [sessionsAudience(attacker.userId)]: 0 },
    ];
    for (const name of [
      'joinGroup',
      'leaveGroup',
      'typing',
      'stopTyping',
      'read',
      'resume',
      'ready',
      'newMessage',
      'toString',
    ]) {
      for (const value of odd) {
        hostile.socket.emit(name, value);
        hostile.socket.emit(name, value, value, 'three');
      }
      await sleep(100);
    }
    expect(hostile.applied).toEqual([]);
    await owner.must('sendMessage', { body: { groupId: group._id, content: 'Unharmed' } });
    await victim.until(() => victim.named('newMessage').length === 1, 'the message');
    expect(victim.uncounted.filter(({ name }) => name === 'userTyping')).toEqual([]);
    const answer = await victim.socket.timeout(30_000).emitWithAck('resume', { [groupAudience(group._id)]: -5 });
    expect(answer).toEqual({ sequences: {} });
    for (const client of [victim, hostile]) client.close();
  });

  it('a frame that is too large disconnects its sender', async () => {
    const client = await FollowingClient.connect(product, (await signUp(product)).token);
    const gone = new Promise((resolve) => client.socket.once('disconnect', resolve));
    client.socket.emit('joinGroup', 'x'.repeat(100_000));
    await gone;
    client.close();
  });

  it('a flood of frames is ignored, and then disconnects its sender', async () => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const flooder = await signUp(product);
    await joinGroup(flooder, inviteCode);
    const [victim, hostile] = [
      await FollowingClient.connect(product, owner.token),
      await FollowingClient.connect(product, flooder.token),
    ];
    await victim.socket.timeout(30_000).emitWithAck('joinGroup', group._id);
    const gone = new Promise((resolve) => hostile.socket.once('disconnect', resolve));
    for (let index = 0; index < 3000; index++) hostile.socket.emit('typing', { groupId: group._id });
    await gone;
    hostile.close();
    await owner.must('sendMessage', { body: { groupId: group._id, content: 'Quiet again' } });
    await victim.until(() => victim.named('newMessage').length === 1, 'the message');
    expect(victim.uncounted.filter(({ name }) => name === 'userTyping').length).toBeLessThanOrEqual(100);
    victim.close();
  });
});
