import type { WrappedKeyStore } from '../ports/wrapped-key-store.ts';

/** Keys that are wrapped at once: so many share a flush of the disk. */
const PAGE = 500;

type OnProgress = (done: number, total: number) => void;

const wrapAll = async (keys: WrappedKeyStore, onProgress: OnProgress): Promise<number> => {
  const total = await keys.count();
  let wrapped = 0;
  let done = 0;
  for (let after = ''; ; ) {
    const page = await keys.rewrap(after, PAGE);
    wrapped += page.wrapped;
    done += page.seen;
    onProgress(done, Math.max(done, total));
    if (page.last === undefined) return wrapped;
    after = page.last;
    // Others use the same process meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/**
 * Wraps every key with the next master key. Broken off at any point it is taken up by the next call; processes that were started with
 * the former master key go on all the while. Ends when a whole pass finds nothing left, so that keys made meanwhile are among them.
 * @returns how many keys got a new wrapping.
 */
export const wrapWithNextMaster = async (keys: WrappedKeyStore, onProgress: OnProgress): Promise<number> => {
  let all = 0;
  for (;;) {
    const wrapped = await wrapAll(keys, onProgress);
    all += wrapped;
    if (wrapped === 0) return all;
  }
};
