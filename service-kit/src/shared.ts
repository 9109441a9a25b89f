/** Shares one look-up among concurrent callers. */
export const shared = <T>(look: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
};

/**
 * Shares look-ups whose result is never older than the request. A look-up in flight may have missed something that happened
 * since, so later callers share the next one.
 */
export const sharedNext = <T>(look: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = async (): Promise<T> => {
    await underWay.catch(() => {});
    next = undefined;
    const looking = look();
    underWay = looking;
    return looking;
  };
  return () => {
    next ??= begin();
    return next;
  };
};
