import { projections } from '@quorum/infra/runtime/services.ts';
import { runService } from '@quorum/infra/runtime/single-service.ts';
import { check } from '@quorum/service-kit/operations.ts';

await runService('projections', async (parts) => {
  const models = projections(parts);
  return {
    ready: async () => ({
      projections: await check(async () => {
        const { leading, caughtUp, lagEvents } = await models.status();
        if (leading && !caughtUp) throw new Error(`${lagEvents} events behind`);
      }),
    }),
    stop: () => models.stop(),
  };
});
