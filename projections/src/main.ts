import { observePipeline } from '@quorum/infra/runtime/pipeline-metrics.ts';
import { projections } from '@quorum/infra/runtime/services.ts';
import { runService } from '@quorum/infra/runtime/single-service.ts';
import { NotReadyError } from '@quorum/service-kit/operations.ts';

await runService('projections', async (parts) => {
  const models = projections(parts);
  observePipeline(parts.metrics.registry, { models });
  return {
    checks: {
      projections: async () => {
        const { leading, caughtUp, lagEvents } = await models.status();
        if (leading && !caughtUp) throw new NotReadyError(`${lagEvents} events behind`);
      },
    },
    stop: () => models.stop(),
  };
});
