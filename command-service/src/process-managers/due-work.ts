import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Context } from '../handling/context.ts';

/** Milliseconds. */
const CHECK_INTERVAL_MS = 2000;

/** Work that is due at instants, looked up in the read models. Only one process does it at a time. */
export const dueWork =
  (name: string, workOff: (context: Context) => Promise<void>) =>
  (context: Context, holder: string): LeasedWork => {
    const { events, log, reads, waitForReads } = context;
    const lead = async (signal: AbortSignal): Promise<void> => {
      // At the very first start there are no read models yet.
      while (!signal.aborted && !(await waitForReads(await events.head())))
        await pauseUnlessAborted(CHECK_INTERVAL_MS, signal);
      while (!signal.aborted) {
        await workOff(context);
        await pauseUnlessAborted(CHECK_INTERVAL_MS, signal);
      }
    };
    return new LeasedWork({ leases: reads, name, holder, log, lead });
  };
