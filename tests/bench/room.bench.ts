import { join } from 'node:path';
import { type Measurement, median } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { messageSender } from './support/message-sender.ts';
import { makeTeam } from './support/people.ts';
import { baselineProcess, productProcess } from './support/product-process.ts';
import { connect, connectMany, listenOn, usageOf } from './support/room.ts';
import { atRate, type Room, type Sample } from './support/steady-rate.ts';

const CLIENTS = 100;
/** Messages per second. */
const RATES = [10, 50, 100];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Seconds at each rate. */
const DURATION = Number(process.env.BENCH_SECONDS ?? 10);
/** Seconds of warm-up at 100 messages per second, in which V8 compiles hot code. */
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 3 * DURATION);
const LIMITS: Readonly<Record<keyof Sample, { readonly name: string; readonly unit: string; readonly most: number }>> =
  {
    p50: { name: 'p50 send → received', unit: 'ms', most: 1.5 },
    p99: { name: 'p99 send → received', unit: 'ms', most: 2 },
    cpu: { name: 'processor time of 1,000 deliveries', unit: 's', most: 2 },
  };

const measured = (kind: keyof Sample, rate: number, bare: readonly Sample[], ours: readonly Sample[]): Measurement => {
  const { name, unit, most } = LIMITS[kind];
  const baseline = median(bare.map((sample) => sample[kind]));
  const own = median(ours.map((sample) => sample[kind]));
  return {
    what: `${name}, room of ${CLIENTS} clients, ${rate} messages/s`,
    against: 'bare Socket.IO relaying the same message to the same clients, nothing stored',
    baseline,
    ours: own,
    unit,
    ratio: own / baseline,
    reach: `≤ ${most} ×`,
    reached: own / baseline <= most,
  };
};

const MEGABYTE = 2 ** 20;
const MEMORY_LIMIT = 220;

const memory = (bare: number, ours: number): Measurement => ({
  what: `resident memory after the room of ${CLIENTS} clients`,
  against: 'bare Socket.IO after the same',
  baseline: bare / MEGABYTE,
  ours: ours / MEGABYTE,
  unit: 'MB',
  ratio: ours / bare,
  reach: `≤ ${MEMORY_LIMIT} MB`,
  reached: ours / MEGABYTE <= MEMORY_LIMIT,
});

/** Rounds alternate, so that other load on the machine affects both. */
const compare = async (bare: Room, ours: Room): Promise<readonly Measurement[]> => {
  for (const room of [bare, ours]) await atRate(room, 100, WARM_UP);
  const rows: Measurement[] = [];
  for (const rate of RATES) {
    const samples = { bare: [] as Sample[], ours: [] as Sample[] };
    for (let round = 0; round < ROUNDS; round++) {
      samples.bare.push(await atRate(bare, rate, DURATION));
      samples.ours.push(await atRate(ours, rate, DURATION));
    }
    for (const kind of ['p50', 'p99', 'cpu'] as const) rows.push(measured(kind, rate, samples.bare, samples.ours));
  }
  const [bareUsage, ownUsage] = await Promise.all([bare.usage(), ours.usage()]);
  return [...rows, memory(bareUsage.memoryBytes, ownUsage.memoryBytes)];
};

export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const [product, relay] = await Promise.all([
      productProcess(join(folder, 'data')),
      baselineProcess('bare-relay.ts'),
    ]);
    try {
      const team = await makeTeam(product);
      const sender = await connect(relay.origin, undefined, 'connect');
      const sockets = await connectMany(CLIENTS, product.origin, team.owner.token, 'ready');
      const bare = await connectMany(CLIENTS, relay.origin, undefined, 'connect');
      return await compare(
        // About the size of a message of the product.
        {
          clients: CLIENTS,
          listen: listenOn(bare),
          usage: () => usageOf(relay.origin),
          send: (content) => sender.emit('send', { content, padding: 'x'.repeat(400) }),
        },
        {
          clients: CLIENTS,
          listen: listenOn(sockets),
          usage: () => usageOf(product.origin),
          send: messageSender(product.origin, team),
        },
      );
    } finally {
      await Promise.all([product.stop(), relay.stop()]);
    }
  });
