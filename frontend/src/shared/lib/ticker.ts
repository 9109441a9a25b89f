/** A clock that tells when a second has passed. Tests pass their own. */
export interface Ticker {
  /** Milliseconds since the epoch; stays the same between two ticks. */
  now(): number;
  subscribe(listener: () => void): () => void;
}

const SECOND_MS = 1000;

/** One timer for all subscribers, aligned to full seconds; it rests while nobody listens. */
export function createTicker(clock: () => number = Date.now): Ticker {
  const listeners = new Set<() => void>();
  let current = clock();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tick = () => {
    timer = setTimeout(tick, SECOND_MS - (clock() % SECOND_MS));
    current = clock();
    for (const listener of listeners) listener();
  };

  return {
    now() {
      const moment = clock();
      // Nobody kept it up to date while the timer rested.
      if (listeners.size === 0 && Math.abs(moment - current) >= SECOND_MS) current = moment;
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        current = clock();
        timer = setTimeout(tick, SECOND_MS - (current % SECOND_MS));
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}
