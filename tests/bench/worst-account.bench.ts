import { fork } from 'node:child_process';
import { once } from 'node:events';
// biome-ignore lint/plugin: it keeps a pace, and waits for nothing
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import { isolated, namedEngines, startDistributed } from '../support/processes/distributed.ts';
import { type Client, createGroup, joinGroup, type Reachable, signUp } from '../support/product.ts';
import type { Measurement } from './measure.ts';
import type { Order } from './support/attacker.ts';
import { inFolder } from './support/in-folder.ts';
import { residentBytes } from './support/process-figures.ts';
import { productProcess } from './support/product-process.ts';
import { quantile } from './support/room.ts';
import { attacks } from './support/worst-calls.ts';

/** Seconds of each attack, and of the quiet time before the first one. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/** Attacks by the beginning of their names, separated by commas; all by default. */
const CHOSEN = process.env.BENCH_ATTACKS?.split(',') ?? [''];
const MESSAGES = 1_000;
const EVENTS = 400;
const FILES = 20;
const FILE_BYTES = 5_000_000;
const MEMBERS = 20;
/** Milliseconds between two calls of the others. */
const PACE = 50;
const MAX_P99 = 200;
const MAX_GROWTH = 64;
const MEGABYTE = 2 ** 20;

type House = Reachable & Pick<Order, 'command' | 'query'> & { readonly pids: readonly number[]; stop(): Promise<void> };

/** With the limits of a real product. Engines named by the environment serve two instances of what answers queries. */
const house = async (dataDir: string): Promise<House> => {
  const limits = { REQUEST_RATE: '90', MESSAGE_RATE: '2' };
  if (process.env.EVENTSTORE_URI === undefined) {
    const { origin, pid, stop } = await productProcess(dataDir, limits);
    return { origin, command: [origin], query: [origin], pids: [pid], stop };
  }
  const { origin, instances, stop } = await startDistributed({ ...isolated(namedEngines()), ...limits });
  const originsOf = (service: string) => instances.filter(({ name }) => name === service).map((each) => each.origin);
  const pids = instances.map(({ pid }) => pid);
  return { origin, command: originsOf('command-service'), query: originsOf('query-service'), pids, stop };
};

/** Megabytes of each process. */
const memoryOf = async ({ pids }: House): Promise<readonly number[]> =>
  (await Promise.all(pids.map(residentBytes))).map((bytes) => bytes / MEGABYTE);

/** Repeats a call until the allowance has room for it, and until read models have caught up. */
const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!/ (429|503)/.test(String(error))) throw error;
      await setTimeout(500);
    }
  }
};

/** Each member does their part of the work, one piece after the other. */
const share = (members: readonly Client[], count: number, work: (member: Client) => Promise<unknown>) =>
  Promise.all(
    members.map(async (member) => {
      for (let done = 0; done < count / members.length; done++) await patiently(() => work(member));
    }),
  );

/** @returns addresses of files */
const fill = async (members: readonly Client[], groupId: string): Promise<readonly string[]> => {
  const links = Array.from({ length: 5 }, (_, n) => `https://example.com/${n}`).join(' ');
  const text = `${links} ${'Long words. '.repeat(350)}`;
  let last: string | undefined;
  await share(members, MESSAGES, async (member) => {
    const body = { groupId, content: text, ...(last === undefined ? {} : { replyTo: last }) };
    last = (await member.must('sendMessage', { body })).message._id;
  });
  const event = { name: 'Rowing', description: 'y'.repeat(1_000), date: '2030-05-14', time: '09:00', duration: 600 };
  await share(members, EVENTS, (member) => member.must('createEvent', { body: { ...event, groupId } as never }));
  const files: string[] = [];
  await share(members, FILES, async (member) => {
    const form = new FormData();
    form.append('groupId', groupId);
    form.append('file', new Blob(['x'.repeat(FILE_BYTES)], { type: 'text/plain' }), 'notes.txt');
    files.push((await member.must('sendFile', { form })).message.fileUrl ?? '');
  });
  return files;
};

const month = { startDate: '2030-05-01', endDate: '2030-05-31' };

/** Calls of somebody who looks around and writes now and then. */
const look = (member: Client, groupId: string, number: number): Promise<unknown> => {
  switch (number % 5) {
    case 0:
      return member.must('myGroups');
    case 1:
      return member.must('messages', { params: { groupId } });
    case 2:
      return member.must('events', { query: { groupId, ...month } });
    case 3:
      return member.must('groupMembers', { params: { id: groupId } });
    default:
      return member.must('sendMessage', { body: { groupId, content: `Message ${number}` } });
  }
};

type Looked = { readonly latencies: readonly number[]; readonly failures: number; readonly growth: number };

/** Calls of the others at a steady pace. @returns latencies in milliseconds, ascending, and megabytes that a process grew by */
const ordinary = async (place: House, members: readonly Client[], groupId: string): Promise<Looked> => {
  const latencies: number[] = [];
  let failures = 0;
  const before = await memoryOf(place);
  let growth = 0;
  const made: Promise<void>[] = [];
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; await setTimeout(PACE)) {
    const number = made.length;
    const began = performance.now();
    made.push(
      look(members[Math.floor(number / 5) % members.length] as Client, groupId, number).then(
        () => void latencies.push(performance.now() - began),
        (error: unknown) => {
          failures += 1;
          if (failures <= 3) process.stdout.write(`  ${messageOf(error)}\n`);
        },
      ),
    );
    if (number % 10 !== 0) continue;
    const now = await memoryOf(place);
    growth = Math.max(growth, ...now.map((megabytes, process) => megabytes - (before[process] ?? 0)));
  }
  await Promise.all(made);
  return { latencies: latencies.sort((a, b) => a - b), failures, growth };
};

const attacker = fileURLToPath(new URL('support/attacker.ts', import.meta.url));

/** Runs work while an account attacks, in a process of its own, which is loaded before. */
const under = async <T>(order: Order, work: () => Promise<T>): Promise<T> => {
  const child = fork(attacker, [JSON.stringify(order)], { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  try {
    await Promise.race([once(child, 'message'), ended]);
    child.send('begin');
    return await work();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
};

const lineOf = ({ latencies, failures, growth }: Looked): string => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(latencies, part).toFixed(0));
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms of ${latencies.length}, ${failures} failed, ${growth.toFixed(0)} MB more`;
};

const rowsOf = (attack: string, quiet: Looked, busy: Looked): readonly Measurement[] => {
  const [baseline, ours] = [quantile(quiet.latencies, 0.99), quantile(busy.latencies, 0.99)];
  return [
    {
      what: `others' calls while one account does its worst: ${attack}; p99`,
      against: 'the same calls before',
      baseline,
      ours,
      unit: 'ms',
      ratio: ours / baseline,
      reach: `< ${MAX_P99} ms`,
      reached: ours < MAX_P99,
    },
    {
      what: `others' calls that failed meanwhile: ${attack}`,
      against: 'none',
      baseline: 0,
      ours: busy.failures,
      unit: '',
      ratio: busy.failures,
      reach: '0',
      reached: busy.failures === 0,
    },
    {
      what: `growth of a process meanwhile: ${attack}`,
      against: 'in as long without an attack',
      baseline: quiet.growth,
      ours: busy.growth,
      unit: 'MB',
      ratio: busy.growth / quiet.growth,
      reach: `< ${MAX_GROWTH} MB`,
      reached: busy.growth < MAX_GROWTH,
    },
  ];
};

/** One account after the other does its worst for a minute, while others use the product. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const names = Object.keys(attacks).filter((name) => CHOSEN.some((beginning) => name.startsWith(beginning)));
    const place = await house(folder);
    try {
      const owner = await signUp(place);
      const { group, inviteCode } = await createGroup(owner);
      const join = async (): Promise<Client> => {
        const member = await signUp(place);
        await joinGroup(member, inviteCode);
        return member;
      };
      const members = [owner];
      while (members.length < MEMBERS) members.push(await join());
      const accounts = new Map<string, Client>();
      for (const name of names) accounts.set(name, await join());
      const files = await fill(members, group._id);
      for (const member of members) await patiently(() => member.must('messages', { params: { groupId: group._id } }));
      // V8 compiles what is called often.
      await ordinary(place, members, group._id);
      const quiet = await ordinary(place, members, group._id);
      process.stdout.write(`  without an attack: ${lineOf(quiet)}\n`);
      const rows: Measurement[] = [];
      const { command, query } = place;
      for (const [attack, { token = '' }] of accounts) {
        const order = { attack, seconds: SECONDS, token, groupId: group._id, files, command, query };
        const busy = await under(order, () => ordinary(place, members, group._id));
        process.stdout.write(`  ${attack}: ${lineOf(busy)}\n`);
        rows.push(...rowsOf(attack, quiet, busy));
      }
      return rows;
    } finally {
      await place.stop();
    }
  });
