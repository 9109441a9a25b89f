/** Concurrent callers share one run of a task. */
export const singleFlight = <T>(task: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
};

/** Callers within one turn of the event loop share one run. */
export const oncePerTurn = <T>(task: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    if (running === undefined) {
      running = task();
      setImmediate(() => {
        running = undefined;
      });
    }
    return running;
  };
};

const atOnce = async (): Promise<void> => {};

/**
 * Like `singleFlight`, but no result is older than the call: a run in progress may have missed something, so later callers
 * share the next one.
 * @param rest begins with each run; the next run waits for it, and its callers get its failure. By default there is none.
 */
export const freshSingleFlight = <T>(
  task: () => Promise<T>,
  rest: () => Promise<unknown> = atOnce,
): (() => Promise<T>) => {
  let before: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = async (): Promise<T> => {
    try {
      await before;
    } finally {
      next = undefined;
    }
    const running = task();
    before = Promise.all([running.catch(() => {}), rest()]);
    // Nobody may be waiting for the next run.
    before.catch(() => {});
    return running;
  };
  return () => {
    next ??= begin();
    return next;
  };
};

/** Looks keys up together: those that are asked for during one look-up share the next. No result is older than the call. */
export const batched = <T>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) => {
  let asked = new Set<string>();
  const next = freshSingleFlight(() => {
    const keys = [...asked];
    asked = new Set();
    return lookUp(keys);
  });
  return async (key) => {
    asked.add(key);
    return (await next()).get(key);
  };
};
