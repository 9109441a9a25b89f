import { join } from 'node:path';
import type { Measurement } from './measure.ts';
import { alternately, CLIENTS, DURATION, medianOf, productRoom } from './support/compared-rooms.ts';
import { inFolder } from './support/in-folder.ts';
import { mostMessages } from './support/most-messages.ts';
import { baselineProcess, productProcess } from './support/product-process.ts';
import { connect, connectMany, listenOn, usageOf } from './support/room.ts';
import type { Room, Sample } from './support/steady-rate.ts';
import { ThreadStops } from './support/thread-stops.ts';

const LIMITS: Readonly<Record<keyof Sample, { readonly name: string; readonly unit: string; readonly most: number }>> =
  {
    p50: { name: 'p50 send → received', unit: 'ms', most: 2.5 },
    p99: { name: 'p99 send → received', unit: 'ms', most: 3 },
    cpu: { name: 'processor time of 1,000 deliveries', unit: 's', most: 3.5 },
  };

const measured = (kind: keyof Sample, rate: number, bare: readonly Sample[], ours: readonly Sample[]): Measurement => {
  const { name, unit, most } = LIMITS[kind];
  const baseline = medianOf(bare, kind);
  const own = medianOf(ours, kind);
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

const memory = (bare: number, ours: number): Measurement => ({
  what: `resident memory after the room of ${CLIENTS} clients`,
  against: 'bare Socket.IO after the same',
  baseline: bare / MEGABYTE,
  ours: ours / MEGABYTE,
  unit: 'MB',
  ratio: ours / bare,
});

const most = (bare: number, ours: number): Measurement => ({
  what: `most messages with p99 below 200 ms, room of ${CLIENTS} clients`,
  against: 'bare Socket.IO, nothing stored',
  baseline: bare,
  ours,
  unit: 'a second',
  ratio: ours / bare,
  reach: '≥ 0.6 ×',
  reached: ours / bare >= 0.6,
});

const compare = async (bare: Room, ours: Room, stops: ThreadStops): Promise<readonly Measurement[]> => {
  const rows: Measurement[] = [];
  await alternately(bare, ours, (rate, bareSamples, ownSamples) => {
    rows.push(...stops.rows(`room of ${CLIENTS} clients, ${rate} messages/s`));
    stops.forget();
    for (const kind of ['p50', 'p99', 'cpu'] as const) rows.push(measured(kind, rate, bareSamples, ownSamples));
  });
  const [bareUsage, ownUsage] = await Promise.all([bare.usage(), ours.usage()]);
  rows.push(memory(bareUsage.memoryBytes, ownUsage.memoryBytes));
  return [...rows, most(await mostMessages(bare, DURATION), await mostMessages(ours, DURATION))];
};

export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const [product, relay] = await Promise.all([
      productProcess(join(folder, 'data')),
      baselineProcess('bare-relay.ts'),
    ]);
    try {
      const stops = new ThreadStops();
      const ours = await productRoom(product.origin, stops);
      const sender = await connect(relay.origin, undefined, 'connect');
      const bare: Room = {
        clients: CLIENTS,
        listen: listenOn(await connectMany(CLIENTS, relay.origin, [], 'connect')),
        usage: () => usageOf(relay.origin),
        // About the size of a message of the product.
        send: (content) => sender.emit('send', { content, padding: 'x'.repeat(400) }),
      };
      return await compare(bare, ours, stops);
    } finally {
      await Promise.all([product.stop(), relay.stop()]);
    }
  });
