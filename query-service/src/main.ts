import { queryService } from '@quorum/infra/runtime/services.ts';
import { runService } from '@quorum/infra/runtime/single-service.ts';

await runService('query-service', async (parts) => {
  const queries = await queryService(parts);
  const answer = queries.app.callback();
  return {
    answer: (request, response) => void answer(request, response),
    onServer: async (server) => {
      await queries.listen(server);
    },
    stop: () => queries.stop(),
  };
});
