import { composeQueryService } from './compose-query-service.ts';
import { checkBuilt, enginesFor } from './http/readiness.ts';
import { observePipeline } from './observe/pipeline-metrics.ts';
import { runService } from './single-service.ts';

await runService('query-service', async (parts) => {
  const queries = await composeQueryService(parts);
  const answer = queries.app.callback();
  return {
    needs: { engines: enginesFor.queries, checks: { projections: () => checkBuilt(parts.engines.reads) } },
    answer: (request, response) => void answer(request, response),
    onServer: async (server) => {
      observePipeline(parts.metrics.registry, { gateway: await queries.listen(server) });
    },
    stop: () => queries.stop(),
  };
});
