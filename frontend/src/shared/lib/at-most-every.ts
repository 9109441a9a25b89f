type Rest = { cause: unknown; again?: () => void };

/**
 * Does some work at once, and again after a rest if more was asked for in the meantime.
 * @returns `run`: asks for the work of a key. The same cause counts once.
 */
export const atMostEvery = (milliseconds: number) => {
  const resting = new Map<string, Rest>();
  const run = (key: string, cause: unknown, work: () => void): void => {
    const rest = resting.get(key);
    if (rest !== undefined) {
      if (rest.cause !== cause) Object.assign(rest, { cause, again: work });
      return;
    }
    const begun: Rest = { cause };
    resting.set(key, begun);
    setTimeout(() => {
      resting.delete(key);
      if (begun.again !== undefined) run(key, begun.cause, begun.again);
    }, milliseconds);
    work();
  };
  return run;
};
