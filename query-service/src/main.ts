import { observePipeline } from '@quorum/infra/runtime/pipeline-metrics.ts';
import { queryService } from '@quorum/infra/runtime/services.ts';
import { runService } from '@quorum/infra/runtime/single-service.ts';

await runService('query-service', async (parts) => {
  const queries = await queryService(parts);
  const answer = queries.app.callback();
  return {
    answer: (request, response) => void answer(request, response),
    onServer: async (server) => {
      observePipeline(parts.metrics.registry, { gateway: await queries.listen(server) });
    },
    stop: () => queries.stop(),
  };
});
