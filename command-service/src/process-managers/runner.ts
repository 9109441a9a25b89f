import { type EventType, eventDefinition } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { isUnreadable, type UnreadableEvent } from '@quorum/service-kit/ports/event-store.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Context } from '../handling/context.ts';
import { PendingWork } from './pending-work.ts';
import type { ProcessManager } from './process-manager.ts';

/** Milliseconds. */
const SAVE_EVERY = 1000;

export type ProcessManagerRunner = {
  readonly status: () => { readonly underWay: number; readonly leads: boolean };
  stop(): Promise<void>;
};

/** One term of leadership, starting at the stored checkpoint. */
type Term = {
  readonly pending: PendingWork;
  /** The last event read. */
  seen: Position;
  /** The stored checkpoint. */
  saved: Position;
};

const concerns = ({ types, mayConcern }: ProcessManager, event: StoredEvent): boolean =>
  types.has(event.type) && mayConcern?.(event) !== false;

/**
 * Follows the log and delivers every event to every process manager at least once. The checkpoint stays before the oldest
 * unfinished event. One instance leads. Process managers that depend on external servers have a runner of their own, so that only
 * they fall behind.
 * @param name identifies the runner, its checkpoint and its lease.
 */
export const startProcessManagers = (
  context: Context,
  managers: readonly ProcessManager[],
  holder: string,
  name = 'policies',
): ProcessManagerRunner => {
  const { events, reads, log } = context;
  /** The checkpoint is kept in the read store, under a model without documents. */
  const checkpoint: ModelGeneration = { model: name, generation: '1', collections: [] };
  let term: Term | undefined;

  /**
   * Written by a newer version of the product, which will react to it. The checkpoint stays before it until that version leads.
   */
  const leaveToNewer = ({ pending, seen }: Term, { position, type }: UnreadableEvent): void => {
    const mayConcern =
      eventDefinition(type) === undefined || managers.some(({ types }) => types.has(type as EventType));
    if (!mayConcern) return;
    log.error({ position, type }, 'an event cannot be read, so nobody reacts to it for now');
    pending.leaveUndone(seen);
  };

  const handle = async (now: Term, batch: readonly (StoredEvent | UnreadableEvent)[]): Promise<void> => {
    for (const event of batch) {
      if (isUnreadable(event)) leaveToNewer(now, event);
      else {
        for (const manager of managers) {
          if (!concerns(manager, event)) continue;
          if (now.pending.isFull) await now.pending.room();
          now.pending.begin(manager, event, now.seen);
        }
      }
      now.seen = event.position;
    }
  };

  const save = async (now: Term): Promise<void> => {
    const done = now.pending.doneUpTo ?? now.seen;
    if (done === now.saved) return;
    await reads.commit({ models: [checkpoint], from: now.saved, to: done, writes: [], changes: [] });
    now.saved = done;
  };

  const lead = async (signal: AbortSignal): Promise<void> => {
    await reads.prepare(checkpoint);
    const saved = await reads.checkpoint(checkpoint);
    const now: Term = { pending: new PendingWork(context), seen: saved, saved };
    term = now;
    for (const manager of managers) manager.reset?.();
    const subscription = events.follow(saved, (batch) => handle(now, batch), {
      onError: () => log.warn('process managers lost the event log for now'),
    });
    try {
      while (!signal.aborted) {
        await pauseUnlessAborted(SAVE_EVERY, signal);
        if (!signal.aborted) await save(now);
      }
    } finally {
      await Promise.all([now.pending.end(), subscription.stop()]);
    }
    // After losing the lease, the checkpoint belongs to another process, and the store refuses this write.
    await save(now).catch(() => log.warn('the last checkpoint was not saved; the work since will be repeated'));
  };
  const work = new LeasedWork({ leases: reads, name, holder, log, lead });

  return {
    status: () => ({ underWay: term?.pending.underWay ?? 0, leads: work.leads }),
    stop: () => work.stop(),
  };
};
