import { type EventType, eventDefinition } from '@quorum/contracts/events/catalogue.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import { isUnreadable, type StoredEvent, type UnreadableEvent } from '@quorum/contracts/ports/event-store.ts';
import { type ModelGeneration, StaleCheckpointError } from '@quorum/contracts/ports/read-store.ts';
import type { Context } from '../context.ts';
import type { EventPolicy } from './policy.ts';

/** Milliseconds. */
const LEASE_TIME = 10_000;
const SAVE_EVERY = 1000;
const LONGEST_PAUSE = 30_000;
/** Reactions under way at once; with more, following waits. */
const MOST_UNDER_WAY = 256;
/** One that fails more often in a row is tried on and on, but nothing waits for it. */
const MOST_FAILURES = 5;
/** So long the end waits for reactions under way; what takes longer is done again by the next one who leads. */
const LAST_WAIT = 3000;

export type PolicyRunner = {
  readonly status: () => { readonly underWay: number; readonly leads: boolean };
  stop(): Promise<void>;
};

/**
 * Follows the log and lets every policy of a runner react to every event, at least once each. A reaction that fails is repeated with
 * back-off and holds up nothing else; the checkpoint stays before the oldest unfinished one. Of several instances one leads. Policies
 * that wait for others' machines have a runner of their own, which may fall behind alone.
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
  const underWay = new Map<number, Position>();
  const failing = new Set<number>();
  const running = new Set<Promise<void>>();
  /** Those that wait to be tried again. */
  const waiting = new Set<() => void>();
  let stopped = false;
  let leads = false;
  let number = 0;
  let seen: Position = '';
  let saved: Position = '';
  let room: (() => void) | undefined;
  let wake: (() => void) | undefined;

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const backOff = async (milliseconds: number): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    let resolve = (): void => {};
    const over = new Promise<void>((settle) => {
      resolve = settle;
      timer = setTimeout(settle, milliseconds);
    });
    waiting.add(resolve);
    await over;
    waiting.delete(resolve);
    clearTimeout(timer);
  };

  const react = async (own: number, policy: EventPolicy, event: StoredEvent): Promise<void> => {
    for (let failures = 0; !stopped && leads; failures++) {
      try {
        return await policy.react(context, event);
      } catch (error) {
        const kind = error instanceof Error ? error.name : 'unknown';
        log.error(
          { policy: policy.name, position: event.position, type: event.type, failures, kind },
          'a reaction failed',
        );
        if (failures === MOST_FAILURES) {
          failing.add(own);
          room?.();
        }
        await backOff(Math.min(LONGEST_PAUSE, 100 * 2 ** failures));
      }
    }
    throw new Error('stopped');
  };

  const begin = (policy: EventPolicy, event: StoredEvent, before: Position): void => {
    const own = number++;
    underWay.set(own, before);
    const reaction = react(own, policy, event).then(
      () => {
        underWay.delete(own);
        failing.delete(own);
        room?.();
      },
      // Stopped before it was done: the checkpoint stays before it.
      () => room?.(),
    );
    running.add(reaction);
    void reaction.then(() => running.delete(reaction));
  };

  /** Resolves when no reaction works on the engines any more, or after a while. */
  const lastReactions = async (): Promise<void> => {
    for (const resolve of waiting) resolve();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_WAIT);
    });
    await Promise.race([Promise.all(running), late]);
    clearTimeout(timer);
  };

  /** A newer version of the product wrote it, and will react to it: the checkpoint stays before it until that version leads. */
  const leaveToNewer = ({ position, type }: UnreadableEvent): void => {
    const mayConcern =
      eventDefinition(type) === undefined || policies.some(({ types }) => types.has(type as EventType));
    if (!mayConcern) return;
    log.error({ position, type }, 'an event cannot be read, so nobody reacts to it for now');
    underWay.set(number, seen);
    failing.add(number);
    number += 1;
  };

  const handle = async (batch: readonly Parameters<typeof isUnreadable>[0][]): Promise<void> => {
    for (const event of batch) {
      if (isUnreadable(event)) leaveToNewer(event);
      else {
        for (const policy of policies) {
          if (!policy.types.has(event.type) || policy.mayConcern?.(event) === false) continue;
          while (underWay.size - failing.size >= MOST_UNDER_WAY && !stopped) {
            await new Promise<void>((resolve) => {
              room = resolve;
            });
          }
          begin(policy, event, seen);
        }
      }
      seen = event.position;
    }
  };

  const save = async (): Promise<void> => {
    const oldest = underWay.values().next().value;
    const done = oldest ?? seen;
    if (done === saved) return;
    await reads.commit({ models: [checkpoint], from: saved, to: done, writes: [], changes: [] });
    saved = done;
  };

  const lead = async (): Promise<void> => {
    await reads.prepare(checkpoint);
    saved = await reads.checkpoint(checkpoint);
    seen = saved;
    underWay.clear();
    failing.clear();
    for (const policy of policies) policy.beginAnew?.();
    leads = true;
    const subscription = events.follow(saved, handle, {
      onError: () => log.warn('policies lost the event log for now'),
    });
    try {
      while (!stopped && (await reads.lease(name, holder, LEASE_TIME))) {
        await pause(SAVE_EVERY);
        await save();
      }
    } finally {
      leads = false;
      room?.();
      await subscription.stop();
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
    status: () => ({ underWay: underWay.size, leads }),
    stop: async () => {
      stopped = true;
      wake?.();
      room?.();
      await led;
      await lastReactions();
      await save().catch(() =>
        log.warn('the checkpoint of the policies was not saved; their last reactions will be repeated'),
      );
      await reads.releaseLease(name, holder).catch(() => log.warn('the lease of the policies runs out by itself'));
    },
  };
};
