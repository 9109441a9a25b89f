import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Measurement, median } from './measure.ts';
import { openFiller } from './support/fill-log.ts';
import { fillMixed } from './support/fill-mixed.ts';
import { inFolder } from './support/in-folder.ts';
import { makeTeam, type Team } from './support/people.ts';
import { productProcess } from './support/product-process.ts';

const SMALL = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const COMMANDS = 200;
const MAX_SECONDS = 3;
const MAX_RATIO = 1.2;
/** Milliseconds that writing the largest history may take. */
const FILL_WITHIN = Number(process.env.BENCH_SCALE_MINUTES ?? 90) * 60_000;
/** Disk space of one mixed event in bytes, including its read models and changes. */
const BYTES_PER_EVENT = 3_000;

type History = {
  /** Describes the log in the rows of the table. */
  readonly name: string;
  readonly events: number;
  /** Fills the log of a data folder up to a number of events; the process must be stopped. */
  readonly fill: (dataDir: string, team: Team, upTo: number) => Promise<void>;
};

const chat: History = {
  name: 'events',
  events: Number(process.env.BENCH_SCALE_EVENTS ?? 1_000_000),
  fill: async (dataDir, { owner, groupId }, upTo) => {
    const filler = await openFiller(dataDir);
    await filler.messages({ userId: owner.userId, groupId }, upTo);
    await filler.close();
  },
};

const mixed: History = {
  name: 'mixed events',
  events: Number(process.env.BENCH_SCALE_EVENTS ?? 10_000_000),
  fill: (dataDir, _, upTo) => fillMixed(dataDir, upTo, FILL_WITHIN),
};

type Prepared = { readonly dataDir: string; readonly team: Team };

/** A data folder with a log of this size and up-to-date read models. */
const prepare = async (dataDir: string, events: number, { fill }: History): Promise<Prepared> => {
  const first = await productProcess(dataDir);
  const team = await makeTeam(first);
  await first.stop();
  await fill(dataDir, team, events);
  await (await productProcess(dataDir)).stop();
  return { dataDir, team };
};

const secondsToReady = async (dataDir: string): Promise<number> => {
  const began = performance.now();
  const product = await productProcess(dataDir);
  const seconds = (performance.now() - began) / 1000;
  await product.stop();
  return seconds;
};

/** Median milliseconds of sequential commands. */
const commandLatency = async ({ dataDir, team }: Prepared): Promise<number> => {
  const product = await productProcess(dataDir);
  const times: number[] = [];
  try {
    for (let number = 0; number < COMMANDS * 2; number++) {
      const began = performance.now();
      const response = await fetch(`${product.origin}/api/messages/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${team.owner.token}` },
        body: JSON.stringify({ groupId: team.groupId, content: `Message ${number}` }),
      });
      await response.text();
      if (!response.ok) throw new Error(`Sending answered ${response.status}`);
      // The first half warms up.
      if (number >= COMMANDS) times.push(performance.now() - began);
    }
  } finally {
    await product.stop();
  }
  return median(times);
};

const measured = async (folder: string, history: History): Promise<Measurement[]> => {
  const { name, events } = history;
  const small = await prepare(join(folder, 'small'), SMALL, history);
  const large = await prepare(join(folder, 'large'), events, history);
  const starts: number[] = [];
  const emptyStarts: number[] = [];
  const smallLatencies: number[] = [];
  const largeLatencies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    emptyStarts.push(await secondsToReady(small.dataDir));
    starts.push(await secondsToReady(large.dataDir));
    smallLatencies.push(await commandLatency(small));
    largeLatencies.push(await commandLatency(large));
  }
  const ratio = median(largeLatencies) / median(smallLatencies);
  return [
    {
      what: `start to ready with ${events.toLocaleString('en-US')} ${name} in the log`,
      against: `the same with ${SMALL.toLocaleString('en-US')} events`,
      baseline: median(emptyStarts),
      ours: median(starts),
      unit: 's',
      ratio: median(starts) / median(emptyStarts),
      reach: `≤ ${MAX_SECONDS} s`,
      reached: median(starts) <= MAX_SECONDS,
    },
    {
      what: `command latency with ${events.toLocaleString('en-US')} ${name} in the log`,
      against: `the same with ${SMALL.toLocaleString('en-US')} events`,
      baseline: median(smallLatencies),
      ours: median(largeLatencies),
      unit: 'ms',
      ratio,
      reach: `≤ ${MAX_RATIO} ×`,
      reached: ratio <= MAX_RATIO,
    },
  ];
};

const inGigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;

/** @throws if the disk of the folder is too small for the history. */
const checkSpace = async (folder: string, events: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, events * BYTES_PER_EVENT];
  process.stdout.write(`  needs about ${inGigabytes(needed)} in ${folder}, of ${inGigabytes(free)} that are free\n`);
  if (free < needed) throw new Error('There is not enough space. TMPDIR names another folder.');
};

export const run = (): Promise<Measurement[]> => inFolder((folder) => measured(folder, chat));

/** Ten million events of every kind. Takes more than half an hour, so it runs only on request. */
export const runLarge = (): Promise<Measurement[]> =>
  inFolder(async (folder) => {
    await checkSpace(folder, mixed.events);
    return measured(folder, mixed);
  });
