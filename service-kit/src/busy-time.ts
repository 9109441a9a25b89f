import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';

/** Milliseconds for which a piece of work has kept the event loop busy so far. */
type Spent = { ms: number };

const spentOf = new AsyncLocalStorage<Spent>();

/** Whose code runs now, and since when. */
let running: Spent | undefined;
let since = { loop: 0, processor: 0 };

/** Milliseconds for which the event loop was busy, and for which the process had a processor, since start. */
const busy = () => {
  const { user, system } = process.cpuUsage();
  return { loop: performance.eventLoopUtilization().active, processor: (user + system) / 1000 };
};

/** The lesser counts: the loop seems busy while the machine runs something else, and the process has other threads too. */
const handOver = (to: Spent | undefined): void => {
  const now = busy();
  if (running !== undefined) running.ms += Math.min(now.loop - since.loop, now.processor - since.processor);
  running = to;
  since = now;
};

/**
 * Runs work and measures how long its own code keeps the event loop busy. What it waits for is left out where a port is wrapped
 * in {@link measuringWaits}; elsewhere other code that runs meanwhile may count too.
 * @param spent receives milliseconds at the end, also if the work fails.
 */
export const measured = <T>(work: () => Promise<T>, spent: (ms: number) => void): Promise<T> => {
  const own: Spent = { ms: 0 };
  return spentOf.run(own, async () => {
    handOver(own);
    try {
      return await work();
    } finally {
      if (running === own) handOver(undefined);
      spent(own.ms);
    }
  });
};

/** While the result is awaited, other code runs. */
const whileWaiting = (result: unknown): unknown => {
  const own = spentOf.getStore();
  if (own === undefined || !(result instanceof Promise)) return result;
  if (running === own) handOver(undefined);
  return result.finally(() => handOver(own));
};

/** A port whose answers are waited for outside the time of {@link measured} work. */
export const measuringWaits = <P extends object>(port: P): P =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function')
        return (...given: unknown[]) => whileWaiting(Reflect.apply(value, target, given));
      return typeof value === 'object' && value !== null ? measuringWaits(value) : value;
    },
  });
