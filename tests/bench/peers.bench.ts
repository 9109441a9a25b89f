import { join } from 'node:path';
import { type Measurement, median } from './measure.ts';
import { startEjabberd } from './peers/ejabberd.ts';
import { mostMessages } from './peers/most-messages.ts';
import type { PeerProcess } from './peers/peer-process.ts';
import { startProsody } from './peers/prosody.ts';
import { joinRoom, type XmppClient } from './peers/xmpp-client.ts';
import { inFolder } from './support/in-folder.ts';
import { messageSender } from './support/message-sender.ts';
import { makeTeam } from './support/people.ts';
import { usageOfProcess } from './support/process-usage.ts';
import { baselineProcess, productProcess } from './support/product-process.ts';
import { connect, connectMany, listenOn } from './support/room.ts';
import { atRate, type Room, type Sample } from './support/steady-rate.ts';

const CLIENTS = 100;
/** Messages per second. */
const RATES = [10, 50, 100];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
/** Seconds at each rate. */
const DURATION = Number(process.env.BENCH_SECONDS ?? 10);
const MEGABYTE = 2 ** 20;

type Contender = { readonly name: string; readonly room: Room; stop(): Promise<unknown> };

const bareSocketIo = async (): Promise<Contender> => {
  const { origin, pid, stop } = await baselineProcess('bare-relay.ts');
  const sockets = await connectMany(CLIENTS, origin, undefined, 'connect');
  const sender = await connect(origin, undefined, 'connect');
  // About the size of a message of the product.
  const send = (content: string) => sender.emit('send', { content, padding: 'x'.repeat(400) });
  const room = { clients: CLIENTS, send, listen: listenOn(sockets), usage: () => usageOfProcess(pid) };
  return { name: 'bare Socket.IO', room, stop };
};

const quorum = async (folder: string): Promise<Contender> => {
  const product = await productProcess(join(folder, 'quorum'));
  const team = await makeTeam(product);
  const sockets = await connectMany(CLIENTS, product.origin, team.owner.token, 'ready');
  const send = messageSender(product.origin, team);
  const room = { clients: CLIENTS, send, listen: listenOn(sockets), usage: () => usageOfProcess(product.pid) };
  return { name: 'Quorum', room, stop: () => product.stop() };
};

/** The first client sends. */
const xmpp = async (name: string, { port, pid, stop }: PeerProcess): Promise<Contender> => {
  const clients: XmppClient[] = [];
  for (let number = 0; number < CLIENTS; number++) clients.push(await joinRoom(port, `client${number}`));
  const listen: Room['listen'] = (take) => {
    for (const client of clients) client.onMessage(take);
    return () => {
      for (const client of clients) client.onMessage(() => {});
    };
  };
  const send = (content: string) => clients[0]?.send(content);
  return {
    name,
    room: { clients: CLIENTS, send, listen, usage: () => usageOfProcess(pid) },
    stop: async () => {
      for (const client of clients) client.close();
      await stop();
    },
  };
};

type Figures = {
  readonly name: string;
  readonly rates: readonly Sample[];
  readonly most: number;
  readonly memory: number;
};

/** Rounds alternate between the servers, so that other load on the machine affects all. */
const measureAll = async (contenders: readonly Contender[]): Promise<readonly Figures[]> => {
  for (const { room } of contenders) await atRate(room, 50, DURATION);
  const samples = new Map(contenders.map(({ name }) => [name, RATES.map((): Sample[] => [])]));
  for (const [index, rate] of RATES.entries()) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, room } of contenders) samples.get(name)?.[index]?.push(await atRate(room, rate, DURATION));
    }
    process.stdout.write(`  ${rate} messages/s: measured\n`);
  }
  const figures: Figures[] = [];
  for (const { name, room } of contenders) {
    const { memoryBytes } = await room.usage();
    const most = await mostMessages(room, DURATION / 2);
    process.stdout.write(`  ${name}: ${Math.round(most)} messages/s at most\n`);
    const middle = (taken: readonly Sample[], kind: keyof Sample) => median(taken.map((sample) => sample[kind]));
    const rates = (samples.get(name) ?? []).map((taken) => ({
      p50: middle(taken, 'p50'),
      p99: middle(taken, 'p99'),
      cpu: middle(taken, 'cpu'),
    }));
    figures.push({ name, rates, most, memory: memoryBytes / MEGABYTE });
  }
  return figures;
};

/** All results side by side, as a Markdown table. */
const table = (figures: readonly Figures[]): string => {
  const row = (title: string, cell: (one: Figures) => string) => `| ${[title, ...figures.map(cell)].join(' | ')} |`;
  const each = (kind: keyof Sample, digits: number) => (one: Figures) =>
    one.rates.map((sample) => sample[kind].toFixed(digits)).join(', ');
  return [
    row('', ({ name }) => name),
    row('---', () => '---'),
    row(`p50 in ms at ${RATES.join(', ')} messages/s`, each('p50', 1)),
    row('p99 in ms at the same', each('p99', 1)),
    row('processor seconds for 1,000 deliveries at the same', each('cpu', 3)),
    row('memory after that in MB', ({ memory }) => memory.toFixed(0)),
    row('most messages/s with p99 below 200 ms', ({ most }) => most.toFixed(0)),
  ].join('\n');
};

type Target = {
  readonly what: string;
  readonly unit: string;
  readonly reach: string;
  readonly isReached: (ratio: number) => boolean;
};

const measured = (
  { what, unit, reach, isReached }: Target,
  against: string,
  [baseline, ours]: readonly [number, number],
): Measurement => {
  const ratio = ours / baseline;
  return { what, against, baseline, ours, unit, ratio, reach, reached: isReached(ratio) };
};

const targetsOf = (bare: Figures, ours: Figures, peer: Figures): Measurement[] => [
  ...RATES.flatMap((rate, index) => {
    const [own, others] = [ours.rates[index] as Sample, peer.rates[index] as Sample];
    const where = `room of ${CLIENTS} clients, ${rate} messages/s, beside ejabberd`;
    const against = 'ejabberd with its archive on SQLite, the same room';
    const late = {
      what: `p99 send → received, ${where}`,
      unit: 'ms',
      reach: '≤ 1 ×',
      isReached: (ratio: number) => ratio <= 1,
    };
    const busy = {
      what: `processor time of 1,000 deliveries, ${where}`,
      unit: 's',
      reach: '≤ 0.6 ×',
      isReached: (ratio: number) => ratio <= 0.6,
    };
    return [measured(late, against, [others.p99, own.p99]), measured(busy, against, [others.cpu, own.cpu])];
  }),
  measured(
    {
      what: `most messages with p99 below 200 ms, room of ${CLIENTS} clients`,
      unit: 'a second',
      reach: '≥ 0.7 ×',
      isReached: (ratio) => ratio >= 0.7,
    },
    'bare Socket.IO, nothing stored',
    [bare.most, ours.most],
  ),
];

/** The same room on four servers: bare Socket.IO, Quorum, and ejabberd and prosody from Debian. */
export const run = (): Promise<Measurement[]> =>
  inFolder(async (folder) => {
    const contenders: Contender[] = [];
    try {
      // The peers start first: without them there is nothing to measure.
      const ejabberd = await xmpp('ejabberd', await startEjabberd(join(folder, 'ejabberd')));
      contenders.push(ejabberd);
      const prosody = await xmpp('prosody', await startProsody(join(folder, 'prosody')));
      contenders.push(prosody);
      const bare = await bareSocketIo();
      contenders.unshift(bare);
      const ours = await quorum(folder);
      contenders.splice(1, 0, ours);
      const figures = await measureAll(contenders);
      process.stdout.write(`${table(figures)}\n`);
      const [ofBare, ofOurs, ofPeer] = figures as [Figures, Figures, Figures];
      return targetsOf(ofBare, ofOurs, ofPeer);
    } finally {
      for (const contender of contenders) await contender.stop();
    }
  });
