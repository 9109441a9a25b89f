import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { AudienceFeed } from './audience-feed.ts';
import type { Connection, Sockets } from './connections/connection.ts';
import { queuedPackets } from './connections/engine-guard.ts';
import type { Recheck } from './connections/recheck.ts';
import type { DeliveryCheck } from './delivery-check.ts';
import type { Frame } from './frames.ts';

/** Sessions looked up at once. */
const BATCH = 500;
/** Packets queued for one slow connection. Beyond that it is disconnected, and catches up when it reconnects. */
export const MAX_WAITING = 2000;
/** Milliseconds between pages when all audiences are compared. While the bus is down, every gateway does so all the time. */
const PAGE_PAUSE_MS = 500;

/** Milliseconds in which a connection has to take what is queued. */
const STALL_TIMEOUT_MS = 60_000;

const isTooSlow = ({ conn, data }: Connection, now: number): boolean => {
  const queued = queuedPackets(conn);
  return queued > MAX_WAITING || (queued > 0 && now - data.drainedAt > STALL_TIMEOUT_MS);
};

type Parts = {
  readonly io: Sockets;
  readonly feed: AudienceFeed<Frame>;
  readonly deliveryCheck: Pick<DeliveryCheck, 'missing' | 'compared'>;
  readonly recheck: Recheck;
  readonly failed: (error: unknown) => void;
  readonly clock: Clock;
  /** Milliseconds between checks whether the bus brings what is committed, and for connections that are too slow. */
  readonly checkBusEvery: number;
  /** Milliseconds between comparisons of all audiences. */
  readonly reconcileEvery: number;
  /** Milliseconds between checks for expired sessions. Sessions ended by someone are reported by a change. */
  readonly recheckEvery: number;
};

/** Periodic work. @returns a function that stops it. */
export const startMaintenance = (parts: Parts): (() => void) => {
  const { io, feed, deliveryCheck, recheck, failed, clock } = parts;
  const connections = (): Connection[] => [...io.sockets.sockets.values()];
  const queues = every(parts.checkBusEvery, failed, async () => {
    // A disconnect would wait behind the queue, and keep it.
    for (const connection of connections()) if (isTooSlow(connection, clock.now())) connection.conn.close(true);
  });
  const bus = every(parts.checkBusEvery, failed, async () => {
    const missing = await deliveryCheck.missing();
    if (missing === undefined) return;
    await feed.reconcile(PAGE_PAUSE_MS);
    deliveryCheck.compared(missing);
  });
  const reconcile = every(parts.reconcileEvery, failed, () => feed.reconcile());
  const sessions = every(parts.recheckEvery, failed, async () => {
    const all = connections();
    for (let start = 0; start < all.length; start += BATCH) await recheck(all.slice(start, start + BATCH));
  });
  return () => {
    queues();
    bus();
    reconcile();
    sessions();
  };
};

/** Runs repeatedly, with a pause between the end of one run and the start of the next. @returns a function that stops it. */
const every = (pause: number, failed: (error: unknown) => void, work: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const plan = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void work().catch(failed).finally(plan), pause);
    timer.unref();
  };
  plan();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
