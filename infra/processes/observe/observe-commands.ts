import type { SnapshotOutcome } from '@quorum/command-service/handling/snapshots.ts';
import { SMS_WARNING } from '@quorum/domain/sms-budget/decider.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';

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

/** Counts snapshots by outcome, and logs failures. @returns the callback to report one */
export const observeSnapshots = (
  registry: Registry,
  log: Logger,
): ((outcome: SnapshotOutcome, error?: unknown) => void) => {
  const snapshots = new Counter({
    name: 'quorum_snapshots_total',
    help: 'Snapshots of long streams: used, missing, ignored (other code, history or keys), written, failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['used', 'missing', 'ignored', 'written', 'failed']) snapshots.labels(outcome).inc(0);
  return (outcome, error) => {
    snapshots.inc({ outcome });
    // The product works without, so nobody has to act at once.
    if (error !== undefined) log.warn({ failure: describeFailure(error) }, 'a snapshot of a stream failed');
  };
};
