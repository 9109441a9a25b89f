import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Measurement } from './measure.ts';
import { gatherCrowd, type Member, Sockets } from './support/crowd.ts';
import { inFolder } from './support/in-folder.ts';
import { paced, type Tally } from './support/paced.ts';
import { productProcess } from './support/product-process.ts';
import { usageOf } from './support/room.ts';
import { ThreadStops } from './support/thread-stops.ts';

/** At least three, because thirds of the run are compared. */
const MINUTES = Math.max(3, Number(process.env.BENCH_MINUTES ?? 12));
const GROUPS = 29;
const PER_GROUP = 5;
const SOCKETS = 1_450;
/** Rates per second. */
const MESSAGES = 125;
const READS = 85;
const UPLOADS = 1;
const REPLACED_SOCKETS = 15;
const UPLOAD_BYTES = 200_000;
const MEGABYTE = 2 ** 20;
const MAX_MEGABYTES = 300;
/** Megabytes of a write-ahead log: twice the length at which it begins again at its start. */
const MAX_LOG = 32;
/** Growth from the middle third to the last one that still counts as level. */
const MAX_GROWTH = 1.1;

const text = 'Shall we meet at the library on Thursday? Bring notes';

const send = ({ client, groupId }: Member, number: number): Promise<unknown> =>
  client.must('sendMessage', { body: { groupId, content: `${number} ${text}` } });

/** Queries of a browser while somebody looks around. */
const read = ({ client, groupId }: Member, number: number): Promise<unknown> => {
  switch (number % 4) {
    case 0:
      return client.must('messages', { params: { groupId } });
    case 1:
      return client.must('events', { query: { groupId, startDate: '2030-05-01', endDate: '2030-05-31' } });
    case 2:
      return client.must('groupMembers', { params: { id: groupId } });
    default:
      return client.must('myGroups');
  }
};

/** Photos, which the server resizes, and plain files in turn. */
const uploader = async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#456', noise } })
    .jpeg()
    .toBuffer();
  const picture = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' });
  const notes = new Blob(['x'.repeat(UPLOAD_BYTES)], { type: 'text/plain' });
  return ({ client, groupId }: Member, number: number): Promise<unknown> => {
    const form = new FormData();
    form.append('groupId', groupId);
    if (number % 2 === 0) form.append('file', picture, 'photo.jpg');
    else form.append('file', notes, 'notes.txt');
    return client.must('sendFile', { form });
  };
};

/** Megabytes of the longest write-ahead log in a data folder. */
const longestLog = async (dataDir: string): Promise<number> => {
  const names = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('-wal'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).size));
  return Math.max(0, ...sizes) / MEGABYTE;
};

type Watched = {
  readonly origin: string;
  readonly dataDir: string;
  readonly tallies: readonly Tally[];
  readonly sockets: Sockets;
  readonly stops: ThreadStops;
};

type Minute = { readonly memory: number; readonly log: number };

/** Samples memory and write-ahead logs every minute, in megabytes, and prints a line for each. */
const watch = async ({ origin, dataDir, tallies, sockets, stops }: Watched): Promise<readonly Minute[]> => {
  const minutes: Minute[] = [];
  for (let minute = 1; minute <= MINUTES; minute++) {
    // biome-ignore lint/plugin: the load of a minute is measured
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    const memory = (await usageOf(origin, stops.note)).memoryBytes / MEGABYTE;
    const log = await longestLog(dataDir);
    minutes.push({ memory, log });
    const lines = tallies.map((tally) => tally.takeLine()).join('; ');
    process.stdout.write(
      `  minute ${minute}: ${memory.toFixed(0)} MB, log ${log.toFixed(1)} MB, ${sockets.count} sockets; ${lines}\n`,
    );
  }
  return minutes;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const rowsOf = (minutes: readonly Minute[], tallies: readonly Tally[]): Measurement[] => {
  const megabytes = minutes.map(({ memory }) => memory);
  const log = Math.max(...minutes.map((minute) => minute.log));
  const third = Math.floor(megabytes.length / 3);
  const last = mean(megabytes.slice(-third));
  const middle = mean(megabytes.slice(-2 * third, -third));
  const most = Math.max(...megabytes);
  const failed = tallies.reduce((sum, { failures }) => sum + failures, 0);
  const load = `${MINUTES} minutes of mixed load`;
  return [
    {
      what: `most resident memory in ${load}`,
      against: 'after the first minute',
      baseline: megabytes[0] ?? Number.NaN,
      ours: most,
      unit: 'MB',
      ratio: most / (megabytes[0] ?? Number.NaN),
      reach: `≤ ${MAX_MEGABYTES} MB`,
      reached: most <= MAX_MEGABYTES,
    },
    {
      what: `resident memory in the last third of ${load}`,
      against: 'in the third before',
      baseline: middle,
      ours: last,
      unit: 'MB',
      ratio: last / middle,
      reach: `≤ ${MAX_GROWTH} ×`,
      reached: last / middle <= MAX_GROWTH,
    },
    {
      what: `longest write-ahead log in ${load}`,
      against: 'its limit',
      baseline: MAX_LOG,
      ours: log,
      unit: 'MB',
      ratio: log / MAX_LOG,
      reach: `≤ ${MAX_LOG} MB`,
      reached: log <= MAX_LOG,
    },
    {
      what: `calls and connections that failed in ${load}`,
      against: 'none',
      baseline: 0,
      ours: failed,
      unit: '',
      ratio: failed,
      reach: '0',
      reached: failed === 0,
    },
  ];
};

/** Messages, reads, uploads, and reconnecting sockets, for `BENCH_MINUTES` minutes. */
export const run = (): Promise<Measurement[]> =>
  inFolder(async (folder) => {
    // Every person has their own address.
    const dataDir = join(folder, 'data');
    const product = await productProcess(dataDir);
    const ending = new AbortController();
    try {
      const crowd = await gatherCrowd(product, GROUPS, PER_GROUP);
      const sockets = new Sockets(product.origin, crowd);
      await sockets.grow(SOCKETS);
      const upload = await uploader();
      const member = (number: number) => crowd[number % crowd.length] as Member;
      const { signal } = ending;
      const tallies = [
        paced('messages', MESSAGES, signal, (number) => send(member(number), number)),
        paced('reads', READS, signal, (number) => read(member(number * 7), number)),
        paced('uploads', UPLOADS, signal, (number) => upload(member(number * 3), number)),
        paced('new sockets', REPLACED_SOCKETS, signal, () => sockets.replaceOne()),
      ];
      const stops = new ThreadStops();
      const minutes = await watch({ origin: product.origin, dataDir, tallies, sockets, stops });
      ending.abort();
      await Promise.all(tallies.map((tally) => tally.settled()));
      sockets.close();
      return [...rowsOf(minutes, tallies), ...stops.rows(`${MINUTES} minutes of mixed load`)];
    } finally {
      ending.abort();
      await product.stop();
    }
  });
