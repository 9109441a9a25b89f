import { SMS_WARNING } from '@quorum/domain/sms-budget/decider.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { PushEnd } from '@quorum/service-kit/ports/push-sender.ts';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Wraps a store to count its appends by outcome, and those in flight. */
export const observeAppends = (events: EventStore, registry: Registry): EventStore => {
  const appends = new Counter({
    name: 'quorum_appends_total',
    help: 'Appends to the event log, by outcome: written, conflict (another was faster), failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const [written, conflict, failed] = (['written', 'conflict', 'failed'] as const).map((outcome) => {
    const counted = appends.labels(outcome);
    // Registered from the start, so that the first failure shows as an increase.
    counted.inc(0);
    return counted;
  }) as [Counter.Internal, Counter.Internal, Counter.Internal];
  let inFlight = 0;
  new Gauge({
    name: 'quorum_append_queue_depth',
    help: 'Appends that wait for the event log.',
    registers: [registry],
    collect() {
      this.set(inFlight);
    },
  });
  return {
    append: async (...given) => {
      inFlight += 1;
      try {
        const outcome = await events.append(...given);
        (outcome.ok ? written : conflict).inc();
        return outcome;
      } catch (error) {
        failed.inc();
        throw error;
      } finally {
        inFlight -= 1;
      }
    },
    read: (...given) => events.read(...given),
    known: (...given) => events.known(...given),
    current: (...given) => events.current(...given),
    canRead: (...given) => events.canRead(...given),
    readAll: (...given) => events.readAll(...given),
    follow: (...given) => events.follow(...given),
    head: () => events.head(),
    between: (...given) => events.between(...given),
  };
};

/** Calls to the event log's server, by purpose. Each is expensive, see `EventStoreDbEventLog`. */
export const observeLogCalls = (calls: ReadonlyMap<string, number>, registry: Registry): void => {
  new Counter({
    name: 'quorum_event_log_calls_total',
    help: 'Calls to the server of the event log, by what they were for.',
    labelNames: ['call'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [call, count] of calls) this.inc({ call }, count);
    },
  });
};

/** Shows the used share of the text message budget, as of the last message. @returns the callback to report it. */
export const observeSmsBudget = (registry: Registry): ((share: number) => void) => {
  const used = new Gauge({
    name: 'quorum_sms_budget_used_ratio',
    help: 'Share of the budget of text messages that is used, of the hour or the day, whichever is more.',
    registers: [registry],
  });
  const warning = new Gauge({
    name: 'quorum_sms_budget_warning',
    help: 'Whether at least 80 % of the budget of text messages is used: 1, else 0; as known at the last one.',
    registers: [registry],
  });
  return (share) => {
    used.set(share);
    warning.set(share >= SMS_WARNING ? 1 : 0);
  };
};

/** @returns the callback to count how each push ended. */
export const observePushes = (registry: Registry): ((end: PushEnd) => void) => {
  const pushes = new Counter({
    name: 'quorum_push_total',
    help: 'Pushes to browsers, by outcome: delivered, gone, refused, failed (not taken in five attempts), dropped (no longer wanted).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (end) => pushes.inc({ outcome: end });
};
