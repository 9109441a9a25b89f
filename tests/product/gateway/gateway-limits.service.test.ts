import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { PollingConnection } from '../../support/polling-connection.ts';
import { createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Frozen clock: rate limits do not refill on slow machines. */
let now = 1_800_000_000_000;
const product = sharedProduct({ REQUEST_RATE: '25' }, { now: () => now });

const connected = async (): Promise<number> => {
  const text = await (await fetch(`${product.origin}/metrics`)).text();
  return Number(/^quorum_connected_sockets (\S+)$/m.exec(text)?.[1]);
};

describe('a connection', () => {
  it('a connection carries one socket; a client that asks for more is disconnected (SAFE-06)', async () => {
    const ada = await signUp(product);
    const [connection, later] = [await PollingConnection.open(product), await PollingConnection.open(product)];
    const connect = `40${JSON.stringify({ token: ada.token })}`;
    await connection.send(...new Array<string>(700).fill(connect));
    expect(await connection.end()).toBe('closed');
    await later.send(connect);
    await later.send(`40/other,`);
    expect(await later.end()).toBe('closed');
    const client = await FollowingClient.connect(product, ada.token);
    expect(await connected()).toBe(1);
    client.close();
  });

  it('a connection is closed when its socket is closed', async () => {
    const ada = await signUp(product);
    const connection = await PollingConnection.open(product);
    await connection.send(`40${JSON.stringify({ token: ada.token })}`);
    await connection.receive('ready');
    await connection.send('41');
    expect(await connection.end()).toBe('closed');
  });

  it('a connection is closed before its first ping if nobody is admitted on it (SAFE-06)', async () => {
    const [silent, refused] = [await PollingConnection.open(product), await PollingConnection.open(product)];
    await refused.send(`40${JSON.stringify({ token: 'x'.repeat(43) })}`);
    expect(await Promise.all([silent.end(), refused.end()])).toEqual(['closed', 'closed']);
  });
});

describe('frames sent by one person', () => {
  const windows = async (count: number) => {
    const owner = await signUp(product);
    const { group, inviteCode } = await createGroup(owner);
    const clients: FollowingClient[] = [];
    while (clients.length < count) clients.push(await FollowingClient.connect(product, owner.token));
    return { owner, groupId: group._id, inviteCode, clients };
  };

  it('frames sent by one person are counted across all their connections (SAFE-06)', async () => {
    const { clients, groupId } = await windows(3);
    const join = ({ socket }: FollowingClient) => socket.timeout(20_000).emitWithAck('joinGroup', groupId);
    // Each connection alone stays within what a person may take.
    const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 40 }, () => join(client))));
    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'Too many requests. Please try again later.' });
    for (const client of clients) client.close();
  });

  it('frames sent by one person get no ack if the person resumes too often across all connections, until the rate recovers (SAFE-06)', async () => {
    const { owner, clients, groupId } = await windows(3);
    const audience = groupAudience(groupId);
    const resume = ({ socket }: FollowingClient) => socket.timeout(20_000).emitWithAck('resume', { [audience]: 0 });
    const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 40 }, () => resume(client))));
    expect(new Set(answers.map(({ sequences }) => audience in sequences))).toEqual(new Set([true, false]));
    now += 60_000;
    await owner.must('sendMessage', { body: { groupId, content: 'Next' } });
    for (const client of clients) await client.until(() => client.named('newMessage').length === 1, 'what comes next');
    for (const client of clients) client.close();
  });

  /** Several windows of one person, and another member who hears whether that person types. */
  const heardWith = async (count: number) => {
    const { clients, groupId, inviteCode } = await windows(count);
    const other = await signUp(product);
    await joinGroup(other, inviteCode);
    const listening = await FollowingClient.connect(product, other.token);
    await listening.socket.timeout(20_000).emitWithAck('joinGroup', groupId);
    return {
      clients,
      groupId,
      listening,
      heard: () =>
        listening.uncounted.filter(({ name }) => name === 'userTyping').map(({ payload }) => payload.isTyping),
      close: () => {
        for (const client of [...clients, listening]) client.close();
      },
    };
  };

  it('typing is relayed once a second, and at once when it changes', async () => {
    const { clients, groupId, listening, heard, close } = await heardWith(2);
    const say = async (name: 'typing' | 'stopTyping', times: number) => {
      for (const { socket } of clients) {
        for (let count = 0; count < times; count++) socket.emit(name, { groupId });
        await socket.timeout(20_000).emitWithAck('joinGroup', groupId);
      }
    };
    await say('typing', 10);
    await listening.until(() => heard().length > 0, 'typing');
    await say('stopTyping', 10);
    await listening.until(() => heard().includes(false), 'its end');
    await say('typing', 1);
    now += 1000;
    await say('typing', 1);
    await listening.until(() => heard().length >= 4, 'typing a second later');
    expect(heard()).toEqual([true, false, true, true]);
    close();
  });

  it('typing is relayed once a second, and ten times in a burst, if the person starts and stops over and over (SAFE-06)', async () => {
    const { clients, groupId, listening, heard, close } = await heardWith(2);
    const toggle = async () => {
      for (const { socket } of clients) {
        for (let count = 0; count < 20; count++) socket.emit('typing', { groupId }).emit('stopTyping', { groupId });
        await socket.timeout(20_000).emitWithAck('joinGroup', groupId);
      }
    };
    await toggle();
    now += 1000;
    await toggle();
    await listening.until(() => heard().length >= 22, 'typing a second later');
    expect([heard().filter(Boolean), heard()].map(({ length }) => length)).toEqual([11, 22]);
    close();
  });
});
