import type { SnapshotOutcome } from '@quorum/command-service/application/snapshots.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

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
