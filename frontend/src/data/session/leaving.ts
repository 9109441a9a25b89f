/** Milliseconds for which the sign-in screen waits at most. */
const AT_MOST = 2000;

let leaving: Promise<void> | undefined;

/** Keeps the sign-in screen back until the work is over that takes what belongs to the last account from this browser. */
export const leave = (work: Promise<void>): void => {
  const longEnough = new Promise<void>((resolve) => setTimeout(resolve, AT_MOST));
  const waiting = Promise.race([work.catch(() => undefined), longEnough]).then(() => {
    if (leaving === waiting) leaving = undefined;
  });
  leaving = waiting;
};

/** Undefined if nothing is left of another account. */
export const whileLeaving = (): Promise<void> | undefined => leaving;
