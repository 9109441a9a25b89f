import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Measurement } from './measure.ts';
import { alternately, CLIENTS, medianOf, productRoom } from './support/compared-rooms.ts';
import { inFolder } from './support/in-folder.ts';
import { productProcess } from './support/product-process.ts';
import type { Sample } from './support/steady-rate.ts';

const AGAINST = 'the same room, changes carried in the process';
/** Milliseconds that a change may take through the broker. */
const ON_THE_WAY = 2;
const MORE_PROCESSOR_TIME = 1.1;

type Pair = { readonly inProcess: number; readonly overKafka: number };

const row = (what: string, unit: string, { inProcess, overKafka }: Pair, target: Target): Measurement => ({
  what: `${what}, Kafka between`,
  against: AGAINST,
  baseline: inProcess,
  ours: overKafka,
  unit,
  ratio: overKafka / inProcess,
  ...target({ inProcess, overKafka }),
});

type Target = (pair: Pair) => Pick<Measurement, 'reach' | 'reached'>;

const within: Target = ({ inProcess, overKafka }) => ({
  reach: `≤ ${ON_THE_WAY} ms more`,
  reached: overKafka - inProcess <= ON_THE_WAY,
});
const asMuch: Target = ({ inProcess, overKafka }) => ({
  reach: `≤ ${MORE_PROCESSOR_TIME} ×`,
  reached: overKafka / inProcess <= MORE_PROCESSOR_TIME,
});

const rowsAt = (rate: number, inProcess: readonly Sample[], overKafka: readonly Sample[]): readonly Measurement[] => {
  const both = (kind: keyof Sample): Pair => ({
    inProcess: medianOf(inProcess, kind),
    overKafka: medianOf(overKafka, kind),
  });
  const room = `room of ${CLIENTS} clients, ${rate} messages/s`;
  return [
    row(`p50 send → received, ${room}`, 'ms', both('p50'), within),
    row(`p99 send → received, ${room}`, 'ms', both('p99'), within),
    row(`processor time of 1,000 deliveries, ${room}`, 's', both('cpu'), asMuch),
  ];
};

/** Two products on embedded stores; the changes of one pass through the broker of `KAFKA_BROKERS`. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const { KAFKA_BROKERS } = process.env;
    if (KAFKA_BROKERS === undefined) throw new Error('KAFKA_BROKERS has to name a broker (npm run engines)');
    const embedded = { EVENTSTORE_URI: '', MONGODB_URI: '', KAFKA_BROKERS: '' };
    const bus = { KAFKA_BROKERS, KAFKA_TOPIC: `bench-${randomUUID()}` };
    const products = await Promise.all([
      productProcess(join(folder, 'in-process'), embedded),
      productProcess(join(folder, 'over-kafka'), { ...embedded, ...bus }),
    ]);
    try {
      const [inProcess, overKafka] = [await productRoom(products[0].origin), await productRoom(products[1].origin)];
      const rows: Measurement[] = [];
      await alternately(inProcess, overKafka, (...samples) => void rows.push(...rowsAt(...samples)));
      return rows;
    } finally {
      await Promise.all(products.map((product) => product.stop()));
    }
  });
