import { type EventType, eventDefinition } from '@quorum/contracts/events/catalogue.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import { isUnreadable, type StoredEvent, type UnreadableEvent } from '@quorum/contracts/ports/event-store.ts';
import { type ModelGeneration, StaleCheckpointError } from '@quorum/contracts/ports/read-store.ts';
import type { Context } from '../context.ts';
import type { EventPolicy } from './policy.ts';
import { Reactions } from './reactions.ts';

/** Milliseconds. */
const LEASE_TIME = 10_000;
const SAVE_EVERY = 1000;

export type PolicyRunner = {
  readonly status: () => { readonly underWay: number; readonly leads: boolean };
  stop(): Promise<void>;
};

/** One time of leading, from the stored checkpoint on. */
type Term = {
  readonly reactions: Reactions;
  /** The last event that was looked at. */
  seen: Position;
  /** The checkpoint as stored. */
  saved: Position;
};

const concerns = ({ types, mayConcern }: EventPolicy, event: StoredEvent): boolean =>
  types.has(event.type) && mayConcern?.(event) !== false;

/**
 * Follows the log and lets every policy of a runner react to every event, at least once each. The checkpoint stays before the oldest
 * unfinished reaction. Of several instances one leads. Policies that wait for others' machines have a runner of their own, which may
 * fall behind alone.
 * @param name tells the runners apart.
 */
export const startPolicies = (
  context: Context,
  policies: readonly EventPolicy[],
  holder: string,
  name = 'policies',
): PolicyRunner => {
  const { events, reads, log } = context;
  /** The checkpoint lies in the read store, under a model without documents. */
  const checkpoint: ModelGeneration = { model: name, generation: '1', collections: [] };
  let term: Term | undefined;
  let leads = false;
  let stopped = false;
  let wake: (() => void) | undefined;

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** A newer version of the product wrote it, and will react to it: the checkpoint stays before it until that version leads. */
  const leaveToNewer = ({ reactions, seen }: Term, { position, type }: UnreadableEvent): void => {
    const mayConcern =
      eventDefinition(type) === undefined || policies.some(({ types }) => types.has(type as EventType));
    if (!mayConcern) return;
    log.error({ position, type }, 'an event cannot be read, so nobody reacts to it for now');
    reactions.leaveUndone(seen);
  };

  const handle = async (now: Term, batch: readonly (StoredEvent | UnreadableEvent)[]): Promise<void> => {
    for (const event of batch) {
      if (isUnreadable(event)) leaveToNewer(now, event);
      else {
        for (const policy of policies) {
          if (!concerns(policy, event)) continue;
          if (now.reactions.isFull) await now.reactions.room();
          now.reactions.begin(policy, event, now.seen);
        }
      }
      now.seen = event.position;
    }
  };

  const save = async (now: Term): Promise<void> => {
    const done = now.reactions.doneUpTo ?? now.seen;
    if (done === now.saved) return;
    await reads.commit({ models: [checkpoint], from: now.saved, to: done, writes: [], changes: [] });
    now.saved = done;
  };

  const lead = async (): Promise<void> => {
    await reads.prepare(checkpoint);
    const saved = await reads.checkpoint(checkpoint);
    const now: Term = { reactions: new Reactions(context), seen: saved, saved };
    term = now;
    for (const policy of policies) policy.beginAnew?.();
    leads = true;
    const subscription = events.follow(saved, (batch) => handle(now, batch), {
      onError: () => log.warn('policies lost the event log for now'),
    });
    try {
      while (!stopped && (await reads.lease(name, holder, LEASE_TIME))) {
        await pause(SAVE_EVERY);
        await save(now);
      }
    } finally {
      leads = false;
      await Promise.all([now.reactions.end(), subscription.stop()]);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (await reads.lease(name, holder, LEASE_TIME)) await lead();
        else await pause(LEASE_TIME / 4);
      } catch (error) {
        if (!(error instanceof StaleCheckpointError)) {
          log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'policies were interrupted');
        }
        await pause(SAVE_EVERY);
      }
    }
  };
  const led = run();

  return {
    status: () => ({ underWay: term?.reactions.underWay ?? 0, leads }),
    stop: async () => {
      stopped = true;
      wake?.();
      await led;
      if (term !== undefined) {
        await save(term).catch(() =>
          log.warn('the checkpoint of the policies was not saved; their last reactions will be repeated'),
        );
      }
      await reads.releaseLease(name, holder).catch(() => log.warn('the lease of the policies runs out by itself'));
    },
  };
};
