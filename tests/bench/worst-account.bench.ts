import { setMaxListeners } from 'node:events';
import { connect as connectTcp } from 'node:net';
// biome-ignore lint/plugin: it keeps a pace, and waits for nothing
import { setTimeout } from 'node:timers/promises';
import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { io, type Socket } from 'socket.io-client';
import { isolated, namedEngines, startDistributed } from '../support/processes/distributed.ts';
import { type Client, createGroup, joinGroup, signUp } from '../support/product.ts';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { productProcess } from './support/product-process.ts';
import { quantile, usageOf } from './support/room.ts';

/** Milliseconds of the attack, and of the quiet time before it. */
const DURATION = 1_000 * Number(process.env.BENCH_SECONDS ?? 60);
const MESSAGES = 1_000;
const EVENTS = 400;
const MEMBERS = 6;
/** Calls of each kind that the account makes at once. */
const AT_ONCE = 10;
const MAX_P99 = 200;
const MAX_GROWTH = 64;

type House = { readonly origin: string; readonly processes: readonly string[]; stop(): Promise<void> };

/** With the limits of a real product. Engines named by the environment serve two instances. */
const house = async (dataDir: string): Promise<House> => {
  const limits = { REQUEST_RATE: '90' };
  if (process.env.EVENTSTORE_URI === undefined) {
    const { origin, stop } = await productProcess(dataDir, limits);
    return { origin, processes: [origin], stop };
  }
  const { origin, instances, stop } = await startDistributed({ ...isolated(namedEngines()), ...limits });
  return { origin, processes: instances.map((instance) => instance.origin), stop };
};

/** Megabytes of the largest process. */
const memoryOf = async ({ processes }: House): Promise<number> => {
  const used = await Promise.all(processes.map((origin) => usageOf(origin)));
  return Math.max(...used.map(({ memoryBytes }) => memoryBytes)) / 2 ** 20;
};

/** Repeats a call until the allowance has room for it. */
const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!String(error).includes(' 429')) throw error;
      await setTimeout(500);
    }
  }
};

const range = { startDate: '2020-01-01', endDate: '2035-12-31' };

const fill = async (members: readonly Client[], groupId: string): Promise<void> => {
  const links = Array.from({ length: 5 }, (_, n) => `https://example.com/${n}`).join(' ');
  const text = `${links} ${'Long words. '.repeat(350)}`;
  let last: string | undefined;
  for (let count = 0; count < MESSAGES; count += members.length) {
    const sent = members.map((member) =>
      patiently(() =>
        member.must('sendMessage', {
          body: { groupId, content: text, ...(last === undefined ? {} : { replyTo: last }) },
        }),
      ),
    );
    last = (await Promise.all(sent))[0]?.message._id;
  }
  for (let count = 0; count < EVENTS; count += members.length) {
    const body = { name: 'Rowing', description: 'y'.repeat(1_000), date: '2030-05-14', time: '09:00', duration: 600 };
    await Promise.all(
      members.map((member) => patiently(() => member.must('createEvent', { body: { ...body, groupId } as never }))),
    );
  }
};

type Attack = (account: Client, groupId: string) => Promise<unknown>;

/** The most expensive calls, each as often as it is answered. */
const attacks: Readonly<Record<string, Attack>> = {
  links: (account, groupId) => account.call('linksByDate', { params: { groupId }, query: range }),
  images: (account, groupId) => account.call('imagesByDate', { params: { groupId }, query: range }),
  messages: (account, groupId) => account.call('messages', { params: { groupId }, query: { limit: '200' } }),
  conflicts: (account) =>
    account.call('checkConflicts', { body: { date: '2030-05-14', time: '09:00', duration: 600 } as never }),
  schedule: (account) => account.call('events', { query: { groupId: 'my-schedule', ...range } as never }),
  search: (account, groupId) => account.call('groupMembers', { params: { id: groupId }, query: { search: 'nobody' } }),
  export: (account) => account.call('downloadMyData'),
};

/** Asks for the largest page again and again, and reads nothing. */
const askUnread = (house: House, { token }: Client, groupId: string, signal: AbortSignal): void => {
  const { hostname, port } = new URL(house.origin);
  const socket = connectTcp(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  socket.pause();
  const head = `GET /api/messages/group/${groupId}?limit=200 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const timer = setInterval(() => socket.write(head), 100);
  socket.on('close', () => clearInterval(timer));
  signal.addEventListener('abort', () => socket.destroy());
};

/** A socket that asks for everything it missed, and reads nothing. */
const listenUnread = (house: House, { token }: Client, groupId: string, signal: AbortSignal): void => {
  const socket: Socket = io(house.origin, { auth: { token }, transports: ['websocket'], forceNew: true });
  socket.on('ready', () => {
    socket.emit('resume', { [groupAudience(groupId)]: 0 }, () => undefined);
    const { ws } = socket.io.engine.transport as unknown as { ws?: { _socket?: { pause(): void } } };
    ws?._socket?.pause();
  });
  signal.addEventListener('abort', () => socket.close());
};

const attack = async (house: House, account: Client, groupId: string, signal: AbortSignal): Promise<void> => {
  for (let count = 0; count < 40; count++) askUnread(house, account, groupId, signal);
  for (let count = 0; count < 60; count++) listenUnread(house, account, groupId, signal);
  const repeat = async (call: Attack): Promise<void> => {
    while (!signal.aborted) {
      await call(account, groupId).catch(() => undefined);
      await setTimeout(5);
    }
  };
  await Promise.all(Object.values(attacks).flatMap((call) => Array.from({ length: AT_ONCE }, () => repeat(call))));
};

/** Ordinary calls of the others, ten a second. @returns their latencies in milliseconds, ascending, and failures */
const ordinary = async (members: readonly Client[], groupId: string) => {
  const latencies: number[] = [];
  let failures = 0;
  const made: Promise<void>[] = [];
  for (const end = performance.now() + DURATION; performance.now() < end; await setTimeout(100)) {
    const member = members[made.length % members.length] as Client;
    const began = performance.now();
    const call = made.length % 2 === 0 ? member.must('myGroups') : member.must('messages', { params: { groupId } });
    made.push(
      call.then(
        () => void latencies.push(performance.now() - began),
        () => {
          failures += 1;
        },
      ),
    );
  }
  await Promise.all(made);
  return { latencies: latencies.sort((a, b) => a - b), failures };
};

/** One account does its worst for a minute, while others use the product. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const place = await house(folder);
    try {
      const [owner, account] = [await signUp(place), await signUp(place)];
      const { group, inviteCode } = await createGroup(owner);
      const members = [owner];
      while (members.length < MEMBERS) members.push(await signUp(place));
      for (const member of [...members.slice(1), account]) await joinGroup(member, inviteCode);
      await fill(members, group._id);
      const quiet = await ordinary(members, group._id);
      const before = await memoryOf(place);
      const end = new AbortController();
      setMaxListeners(0, end.signal);
      const worst = attack(place, account, group._id, end.signal);
      let most = before;
      const look = async (): Promise<void> => {
        most = Math.max(most, await memoryOf(place));
      };
      const watch = setInterval(() => void look(), 500);
      const busy = await ordinary(members, group._id);
      end.abort();
      clearInterval(watch);
      await worst;
      const [baseline, ours] = [quantile(quiet.latencies, 0.99), quantile(busy.latencies, 0.99)];
      const growth = most - before;
      return [
        {
          what: "others' calls while one account does its worst, p99",
          against: 'the same calls before',
          baseline,
          ours,
          unit: 'ms',
          ratio: ours / baseline,
          reach: `< ${MAX_P99} ms`,
          reached: ours < MAX_P99,
        },
        {
          what: "others' calls that failed while one account did its worst",
          against: 'all of them',
          baseline: busy.latencies.length,
          ours: busy.failures,
          unit: 'calls',
          ratio: busy.failures / busy.latencies.length,
          reach: '0',
          reached: busy.failures === 0,
        },
        {
          what: 'memory of a process while one account does its worst',
          against: 'before',
          baseline: before,
          ours: most,
          unit: 'MB',
          ratio: most / before,
          reach: `+ ${MAX_GROWTH} MB`,
          reached: growth < MAX_GROWTH,
        },
      ];
    } finally {
      await place.stop();
    }
  });
