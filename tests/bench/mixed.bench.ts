import { join } from 'node:path';
import sharp from 'sharp';
import type { Measurement } from './measure.ts';
import { gatherCrowd, type Member, Sockets } from './support/crowd.ts';
import { inFolder } from './support/in-folder.ts';
import { paced, type Tally } from './support/paced.ts';
import { productProcess } from './support/product-process.ts';
import { usageOf } from './support/room.ts';

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

/** Samples the memory every minute, and prints a line for it. @returns megabytes, by minute */
const watch = async (origin: string, tallies: readonly Tally[], sockets: Sockets): Promise<readonly number[]> => {
  const megabytes: number[] = [];
  for (let minute = 1; minute <= MINUTES; minute++) {
    // biome-ignore lint/plugin: the load of a minute is measured
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    const used = (await usageOf(origin)).memoryBytes / MEGABYTE;
    megabytes.push(used);
    const lines = tallies.map((tally) => tally.takeLine()).join('; ');
    process.stdout.write(`  minute ${minute}: ${used.toFixed(0)} MB, ${sockets.count} sockets; ${lines}\n`);
  }
  return megabytes;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const rowsOf = (megabytes: readonly number[], tallies: readonly Tally[]): Measurement[] => {
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
    const product = await productProcess(join(folder, 'data'), { TRUST_PROXY: 'true' });
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
      const megabytes = await watch(product.origin, tallies, sockets);
      ending.abort();
      await Promise.all(tallies.map((tally) => tally.settled()));
      sockets.close();
      return rowsOf(megabytes, tallies);
    } finally {
      ending.abort();
      await product.stop();
    }
  });
