import { observePipeline } from '@quorum/infra/runtime/pipeline-metrics.ts';
import { commandService } from '@quorum/infra/runtime/services.ts';
import { runService } from '@quorum/infra/runtime/single-service.ts';
import { ReadPosition } from '@quorum/service-kit/read-position.ts';

await runService('command-service', async (parts) => {
  const position = await ReadPosition.start(parts.engines.reads, parts.engines.bus);
  const commands = commandService(
    parts,
    (wanted) => position.waitFor(wanted),
    (line) => process.stdout.write(`${line}\n`),
  );
  observePipeline(parts.metrics.registry, { policies: commands.policies });
  const answer = commands.app.callback();
  return {
    answer: (request, response) => void answer(request, response),
    stop: async () => {
      await commands.stop();
      await position.stop();
    },
  };
});
