/** For browsers that cannot report idle time: long enough to draw a frame first. */
const PAUSE_MS = 50;
const MAX_WAIT_MS = 500;

/** Runs the work once the page is idle. Returns a function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
};
