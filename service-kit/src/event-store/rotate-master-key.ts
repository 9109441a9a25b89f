import type { WrappedKeyStore } from '../ports/wrapped-key-store.ts';

/** Number of keys wrapped at once, sharing one disk flush. */
const PAGE_SIZE = 500;

type OnProgress = (done: number, total: number) => void;

const wrapAll = async (keys: WrappedKeyStore, onProgress: OnProgress): Promise<number> => {
  const total = await keys.count();
  let wrapped = 0;
  let done = 0;
  for (let after = ''; ; ) {
    const page = await keys.rewrap(after, PAGE_SIZE);
    wrapped += page.wrapped;
    done += page.seen;
    onProgress(done, Math.max(done, total));
    if (page.last === undefined) return wrapped;
    after = page.last;
    // Yields, because others use the same process.
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/**
 * Wraps every key with the next master key. If interrupted, the next call resumes. Processes that were started with the former
 * master key keep working. Repeats until a whole pass finds nothing left, so that keys created during the rotation are included.
 * @returns how many keys were wrapped again.
 */
export const wrapWithNextMaster = async (keys: WrappedKeyStore, onProgress: OnProgress): Promise<number> => {
  let all = 0;
  for (;;) {
    const wrapped = await wrapAll(keys, onProgress);
    all += wrapped;
    if (wrapped === 0) return all;
  }
};
