import { type Client, signUp, startProduct } from '../support/product.ts';
import { type Measurement, median } from './measure.ts';

const FEW = 10;
const MANY = 500;
const CALLS = 40;
const MAX_RATIO = 10;

/** @returns the median of the calls, in milliseconds */
const historyOf = async (client: Client, changes: number): Promise<number> => {
  const body = { name: 'Rowing', description: 'y'.repeat(200), date: '2030-05-14', time: '09:00' };
  const { event } = await client.must('createEvent', { body });
  const params = { id: event._id };
  for (let number = 1; number < changes; number++)
    await client.must('changeEvent', { params, body: { name: `Rowing ${number}` } });
  const taken: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now();
    await client.must('eventHistory', { params });
    taken.push(performance.now() - began);
  }
  return median(taken);
};

/** The history of an event is folded from its stream for each page. */
export const run = async (): Promise<Measurement> => {
  const product = await startProduct();
  try {
    const client = await signUp(product);
    const baseline = await historyOf(client, FEW);
    const ours = await historyOf(client, MANY);
    const ratio = ours / baseline;
    return {
      what: `first page of the history of an event with ${MANY} changes, p50`,
      against: `of one with ${FEW}`,
      baseline,
      ours,
      unit: 'ms',
      ratio,
      reach: `≤ ${MAX_RATIO} ×`,
      reached: ratio <= MAX_RATIO,
    };
  } finally {
    await product.stop();
  }
};
