import { type EventType, eventDefinition } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { isUnreadable, type UnreadableEvent } from '@quorum/service-kit/ports/event-store.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Context } from '../handling/context.ts';
import { ParkedReactions } from './parked-reactions.ts';
import { PendingWork } from './pending-work.ts';
import { concerns, type ProcessManager } from './process-manager.ts';
import { checkpointOf, runnerNames } from './runners.ts';

/** Milliseconds. */
const SAVE_INTERVAL_MS = 1000;

/** Unfinished reactions; delayed ones mostly wait. */
const [CAPACITY, CAPACITY_WITH_DELAYS] = [256, 20_000];

const capacityOf = (managers: readonly ProcessManager[]): number =>
  managers.some(({ delay }) => delay !== undefined) ? CAPACITY_WITH_DELAYS : CAPACITY;

export type ProcessManagerRunner = {
  readonly status: () => { readonly inFlight: number; readonly leads: boolean };
  /** How many events are parked. @throws ReadStoreUnavailableError */
  readonly parked: () => Promise<number>;
  stop(): Promise<void>;
};

/** One term of leadership, starting at the stored checkpoint. */
type Term = {
  readonly pending: PendingWork;
  readonly parked: ParkedReactions;
  /** The last event read. */
  seen: Position;
  /** The stored checkpoint. */
  saved: Position;
};

/** Further work of the managers. */
const beginTerm = (context: Context, managers: readonly ProcessManager[], signal: AbortSignal) => {
  for (const manager of managers) manager.reset?.();
  return managers.map((manager) => manager.beside?.(context, signal));
};

/** Moves the checkpoint up to the oldest unfinished event, and stores what was parked with it. */
const save = async (reads: Context['reads'], checkpoint: ModelGeneration, now: Term): Promise<void> => {
  const parking = now.pending.takeParking();
  const to = now.pending.doneUpTo ?? now.seen;
  if (to === now.saved && parking.park.length === 0 && parking.unpark.length === 0) return;
  await reads.commit({ models: [checkpoint], from: now.saved, to, writes: [], changes: [], ...parking });
  now.saved = to;
};

/**
 * Follows the log and delivers every event to every process manager at least once. The checkpoint stays before the oldest event that
 * is neither handled nor parked. One instance leads.
 * @param name one of {@link runnerNames}.
 */
export const startProcessManagers = (
  context: Context,
  managers: readonly ProcessManager[],
  holder: string,
  name: string = runnerNames.prompt,
): ProcessManagerRunner => {
  const { events, reads, log } = context;
  const checkpoint = checkpointOf(name);
  let term: Term | undefined;

  /** Written by a newer version of the product, which reacts to it when it retries. */
  const leaveToNewer = ({ pending, seen }: Term, event: UnreadableEvent): void => {
    const { type, unreadable } = event;
    const mayConcern =
      eventDefinition(type) === undefined || managers.some(({ types }) => types.has(type as EventType));
    if (mayConcern) pending.park(name, event, seen, unreadable);
  };

  const handle = async (now: Term, batch: readonly (StoredEvent | UnreadableEvent)[]): Promise<void> => {
    for (const event of batch) {
      if (isUnreadable(event)) leaveToNewer(now, event);
      else {
        for (const manager of managers) {
          if (!concerns(manager, event)) continue;
          if (now.pending.isFull) await now.pending.waitForCapacity();
          now.pending.begin(manager, event, now.seen);
        }
      }
      now.seen = event.position;
    }
  };

  const lead = async (signal: AbortSignal): Promise<void> => {
    await reads.prepare(checkpoint);
    const saved = await reads.checkpoint(checkpoint);
    const pending = new PendingWork(context, capacityOf(managers));
    const parked = new ParkedReactions(context, pending, managers, name);
    const now: Term = { pending, parked, seen: saved, saved };
    term = now;
    const beside = beginTerm(context, managers, signal);
    const subscription = events.follow(saved, (batch) => handle(now, batch), {
      onError: () => log.warn('process managers lost the event log for now'),
    });
    try {
      while (!signal.aborted) {
        await pauseUnlessAborted(SAVE_INTERVAL_MS, signal);
        if (signal.aborted) break;
        await parked.retryDue();
        await save(reads, checkpoint, now);
      }
    } finally {
      await Promise.all([pending.end(), subscription.stop(), ...beside]);
    }
    // After losing the lease, the checkpoint belongs to another process, and the store refuses this write.
    await save(reads, checkpoint, now).catch(() =>
      log.warn('the last checkpoint was not saved; the work since will be repeated'),
    );
  };
  const work = new LeasedWork({ leases: reads, name, holder, log, lead });

  return {
    status: () => ({ inFlight: term?.pending.inFlight ?? 0, leads: work.leads }),
    parked: () => reads.countParked([name, ...managers.map((each) => each.name)]),
    stop: () => work.stop(),
  };
};
