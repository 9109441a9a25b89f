import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';

/**
 * Runners by the names of their checkpoints and leases. Web pages respond slowly, alerts wait, and nothing else waits for
 * them.
 */
export const runnerNames = { prompt: 'process-managers', slow: 'link-previews', alerts: 'alerts' } as const;

/** The checkpoint is kept in the read store, under a model without documents. */
export const checkpointOf = (runner: string): ModelGeneration => ({ model: runner, generation: '1', collections: [] });
