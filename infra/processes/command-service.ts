import { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { composeCommandService } from './compose-command-service.ts';
import { checkParked, enginesFor } from './http/readiness.ts';
import { observePipeline } from './observe/pipeline-metrics.ts';
import { runService } from './single-service.ts';

await runService('command-service', async (parts) => {
  const position = await ReadPosition.start(parts.engines.reads, parts.engines.bus);
  const commands = await composeCommandService(
    parts,
    (wanted) => position.waitFor(wanted),
    (line) => process.stdout.write(`${line}\n`),
  );
  observePipeline(parts.metrics.registry, { processManagers: commands.processManagers });
  const answer = commands.app.callback();
  return {
    needs: {
      engines: enginesFor.commands,
      others: { parked: () => checkParked(commands.processManagers.parked) },
    },
    answer: (request, response) => void answer(request, response),
    stop: async () => {
      await commands.stop();
      await position.stop();
    },
  };
});
