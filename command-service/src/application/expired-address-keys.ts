import type { Context } from './context.ts';

/** Milliseconds. */
const LOOK_EVERY = 10 * 60_000;

/**
 * Destroys the keys of network addresses when their time is over, also where nobody tries anything any more. Every process may do it:
 * what one has destroyed is nothing to do for the others.
 */
export const startExpiryOfAddressKeys = ({ addresses, clock, log }: Context): { stop(): Promise<void> } => {
  let running = Promise.resolve();
  const look = (): void => {
    running = running
      .then(() => addresses.destroyExpired(clock.now()))
      .catch(() => log.warn('expired keys of network addresses could not be destroyed; it is tried again'));
  };
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  look();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
};
