/** Where browsers cannot tell when they are idle: long enough for a frame to be drawn first. */
const PAUSE_MS = 50;
const LONGEST_WAIT_MS = 500;

/** Runs the work once the page has nothing more urgent to do. Returns the way to call it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(handle);
};
