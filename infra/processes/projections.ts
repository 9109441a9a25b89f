import { composeProjections } from './compose-projections.ts';
import { checkModels } from './http/models-ready.ts';
import { observePipeline } from './observe/pipeline-metrics.ts';
import { runService } from './single-service.ts';

await runService('projections', async (parts) => {
  const models = composeProjections(parts);
  observePipeline(parts.metrics.registry, { models });
  return { checks: { projections: () => checkModels(models) }, stop: () => models.stop() };
});
