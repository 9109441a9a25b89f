import { composeProjections } from './compose-projections.ts';
import { checkModels, checkParked, enginesFor } from './http/readiness.ts';
import { observePipeline } from './observe/pipeline-metrics.ts';
import { runService } from './single-service.ts';

await runService('projections', async (parts) => {
  const models = composeProjections(parts);
  observePipeline(parts.metrics.registry, { models });
  const checks = { projections: () => checkModels(models) };
  const others = { parked: () => checkParked(async () => (await models.status()).parked) };
  return { needs: { engines: enginesFor.projections, checks, others }, stop: () => models.stop() };
});
