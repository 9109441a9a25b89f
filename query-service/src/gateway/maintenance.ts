import type { AudienceFeed } from './audience-feed.ts';
import type { Connection, Sockets } from './connection.ts';
import type { Frame } from './frames.ts';
import type { Recheck } from './recheck.ts';

/** Sessions looked up at once. */
const BATCH = 50;
/** Packets queued for one slow connection. Beyond that it is disconnected, and catches up when it reconnects. */
export const MOST_WAITING = 2000;

type Parts = {
  readonly io: Sockets;
  readonly feed: AudienceFeed<Frame>;
  readonly recheck: Recheck;
  readonly failed: (error: unknown) => void;
  /** Milliseconds between checks for changes that the bus lost. */
  readonly reconcileEvery: number;
  /** Milliseconds between checks for expired sessions. Sessions ended by someone are reported by a change. */
  readonly recheckEvery: number;
};

/** The part of a transport's state that its types omit. */
const waitingOf = (connection: Connection): number =>
  (connection.conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length;

/** Periodic work. @returns a function that stops it. */
export const startMaintenance = ({ io, feed, recheck, failed, reconcileEvery, recheckEvery }: Parts): (() => void) => {
  const connections = (): Connection[] => [...io.sockets.sockets.values()];
  const reconcile = every(reconcileEvery, failed, async () => {
    for (const connection of connections()) if (waitingOf(connection) > MOST_WAITING) connection.disconnect(true);
    await feed.reconcile();
  });
  const sessions = every(recheckEvery, failed, async () => {
    const all = connections();
    for (let start = 0; start < all.length; start += BATCH) await recheck(all.slice(start, start + BATCH));
  });
  return () => {
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
