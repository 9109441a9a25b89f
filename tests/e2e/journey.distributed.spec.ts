import { test } from '@playwright/test';
import { dropDatabase, isolated, namedEngines, startDistributed } from '../support/processes/distributed.ts';
import { journey } from './support/journey.ts';

test('the same journey passes with the services as separate processes, even when all of them are killed (STACK-06)', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const environment = isolated(namedEngines());
  const product = await startDistributed(environment);
  try {
    const killAndStart = async () => {
      const killed = [...product.instances];
      await Promise.all(killed.map((instance) => product.end(instance, 'SIGKILL')));
      await Promise.all(killed.map(({ name }) => product.add(name)));
      await product.ready();
    };
    await journey(browser, { origin: product.origin, killAndStart });
  } finally {
    await product.stop();
    await dropDatabase(environment.MONGODB_URI ?? '');
  }
});
