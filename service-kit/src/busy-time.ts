import { performance } from 'node:perf_hooks';

/** Milliseconds for which a piece of work has kept the event loop busy so far, and the answers that it waits for. */
type Spent = { ms: number; waits: number };

/** Milliseconds between two looks at the time of the processor, which cost more than one at the loop. */
const SAMPLE_INTERVAL_MS = 250;

/** Whose code runs now, and since when: milliseconds for which the loop was busy. */
let running: Spent | undefined;
let since = 0;

/** Milliseconds for which the loop was busy and the process had a processor at the last look, and the share that it had then. */
let looked = { loop: 0, processor: 0, share: 1 };

/** The part of the loop's busy time that counts: it also seems busy while the machine runs something else. */
const shareOfProcessor = (loop: number): number => {
  if (loop - looked.loop < SAMPLE_INTERVAL_MS) return looked.share;
  const { user, system } = process.cpuUsage();
  const processor = (user + system) / 1000;
  looked = { loop, processor, share: Math.min(1, (processor - looked.processor) / (loop - looked.loop)) };
  return looked.share;
};

const handOver = (to: Spent | undefined): void => {
  const loop = performance.eventLoopUtilization().active;
  if (running !== undefined) running.ms += (loop - since) * shareOfProcessor(loop);
  running = to;
  since = loop;
};

/**
 * Runs work and measures how long its own code keeps the event loop busy. Waits are left out where a port is wrapped
 * in {@link measuringWaits}; elsewhere other code that runs in between may count too.
 * @param spent receives milliseconds at the end, also if the work fails.
 */
export const measured = async <T>(work: () => Promise<T>, spent: (ms: number) => void): Promise<T> => {
  const own: Spent = { ms: 0, waits: 0 };
  handOver(own);
  try {
    return await work();
  } finally {
    if (running === own) handOver(undefined);
    spent(own.ms);
  }
};

/** Work that continues because its answer has arrived; the first of it is running. */
const arrived: (() => void)[] = [];

/** Several answers may arrive at once. A tick comes when all that follows from the one before has run. */
const runFirst = (): void => {
  arrived[0]?.();
  queueMicrotask(() =>
    process.nextTick(() => {
      arrived.shift();
      if (arrived.length > 0) runFirst();
    }),
  );
};

const goOn = (own: Spent, settle: () => void): void => {
  const waiting = arrived.push(() => {
    handOver(own);
    settle();
  });
  if (waiting === 1) runFirst();
};

/**
 * While the result is awaited, other code runs. (An asynchronous context would tell whose code it is as well, but on Node 20 it
 * makes every promise dearer.)
 */
const whileWaiting = (call: () => unknown): unknown => {
  const own = running;
  const result = call();
  if (own === undefined || !(result instanceof Promise)) return result;
  own.waits += 1;
  // Until all that follows from the present answer has run, the work may ask for more.
  process.nextTick(() => {
    if (running === own && own.waits > 0) handOver(undefined);
  });
  return new Promise((resolve, reject) => {
    const settled = (settle: () => void): void => {
      own.waits -= 1;
      // An answer that was there already.
      if (running === own) settle();
      else goOn(own, settle);
    };
    result.then(
      (value) => settled(() => resolve(value)),
      (error) => settled(() => reject(error)),
    );
  });
};

/** A port whose answers are waited for outside the time of {@link measured} work. */
export const measuringWaits = <P extends object>(port: P): P =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function')
        return (...given: unknown[]) => whileWaiting(() => Reflect.apply(value, target, given));
      return typeof value === 'object' && value !== null ? measuringWaits(value) : value;
    },
  });
