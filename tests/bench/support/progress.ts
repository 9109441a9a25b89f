/** Milliseconds between lines. */
const TELL_EVERY = 30_000;

/** Prints the progress every half minute. */
export const progressOf = (what: string, count: number): ((done: number) => void) => {
  let told = Date.now();
  let before = 0;
  return (done) => {
    const now = Date.now();
    if (now - told < TELL_EVERY) return;
    const rate = Math.round((done - before) / ((now - told) / 1_000));
    told = now;
    before = done;
    const [made, all, speed] = [done, count, rate].map((value) => value.toLocaleString('en-US'));
    process.stdout.write(`  ${what}: ${made} of ${all} events, ${speed}/s\n`);
  };
};
