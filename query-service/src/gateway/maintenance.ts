import type { AudienceFeed } from './audience-feed.ts';
import type { Connection, Sockets } from './connection.ts';
import type { Frame } from './frames.ts';
import type { Recheck } from './recheck.ts';

/** Sessions that are looked up at once. */
const BATCH = 50;
/** Packets that wait for one slow connection; beyond that it is cut off, and catches up when it comes back. */
export const MOST_WAITING = 2000;

type Parts = {
  readonly io: Sockets;
  readonly feed: AudienceFeed<Frame>;
  readonly recheck: Recheck;
  readonly failed: (error: unknown) => void;
  /** Milliseconds between looks for changes that the bus lost. */
  readonly reconcileEvery: number;
  /** Milliseconds between looks for sessions that ran out. Sessions that are ended are told by a change of their own. */
  readonly recheckEvery: number;
};

/** The part of a transport's state that its types do not show. */
const waitingOf = (connection: Connection): number =>
  (connection.conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length;

/** What is done from time to time. @returns how to stop. */
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

/** Runs again and again with a pause between the end of one run and the next. @returns how to stop. */
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
