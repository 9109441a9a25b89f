/** A look-up that many may ask for at the same time: whoever asks while one is under way shares its outcome. */
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
 * A look-up whose outcome is never older than the question: a look that is under way may have passed by what happened since, so whoever
 * comes meanwhile shares the next one.
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
