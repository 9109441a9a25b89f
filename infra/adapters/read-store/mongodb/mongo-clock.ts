import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Db } from 'mongodb';

/** A reading of the server's clock, and how much time may have passed since. */
export type ServerMoment = {
  /** Milliseconds since 1970, at the time of the query or later. */
  readonly now: number;
  /** Not before the server's time at the moment of the call. */
  readonly atMost: () => number;
};

/** One clock for all hosts that share a server. Their own clocks may differ by more than a lease lasts. */
export type ServerClock = () => Promise<ServerMoment>;

export const clockOfServer =
  (db: Db): ServerClock =>
  async () => {
    const asked = performance.now();
    const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
    const now = localTime.getTime();
    return { now, atMost: () => now + (performance.now() - asked) };
  };

/** A clock for tests, set by hand. */
export const clockAsServer =
  (clock: Clock): ServerClock =>
  async () => ({ now: clock.now(), atMost: () => clock.now() });
