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

/**
 * Like `singleFlight`, but no result is older than the call: a run that has begun may have missed something, so later callers
 * share the next one.
 */
export const freshSingleFlight = <T>(task: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = async (): Promise<T> => {
    await running.catch(() => {});
    next = undefined;
    const begun = task();
    running = begun;
    return begun;
  };
  return () => {
    next ??= begin();
    return next;
  };
};
