import { runnerNames } from '@quorum/command-service/process-managers/runners.ts';
import { senderTo } from '@quorum/infra/adapters/push/testing/push-service.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import { movableClock, startProduct } from '../product.ts';
import { proxied } from '../two-processes.ts';

/** The product in its own process, on a data folder that outlives it. Its pushes go to a service of the test. */
const { DATA_DIR = '', PUSH_PORT = '' } = process.env;
const clock = movableClock();

const { running } = await startProduct({ DATA_DIR }, clock, (engines) => {
  const commit = async (given: Commit): Promise<boolean> => {
    const left = await engines.reads.commit(given);
    if (given.models.some(({ model }) => model === runnerNames.alerts)) process.send?.({ saved: given.to });
    return left;
  };
  return { ...engines, push: senderTo(PUSH_PORT), reads: proxied(engines.reads, { commit }) };
});
process.on('message', (milliseconds: number) => clock.moveOn(milliseconds));
process.send?.({ port: running.port });
