import type { Context } from '../handling/context.ts';

/** Milliseconds. */
const LOOK_EVERY = 10 * 60_000;

/**
 * Destroys expired keys of network addresses, even if nobody makes any more attempts. Every process may do it; a key destroyed by
 * one needs no work from the others.
 */
export const startExpiryOfAddressKeys = ({
  addresses,
  clock,
  log,
}: Pick<Context, 'addresses' | 'clock' | 'log'>): { stop(): Promise<void> } => {
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
