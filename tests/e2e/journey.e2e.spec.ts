import { test } from '@playwright/test';
import { journey } from './support/journey.ts';
import { serverProcess } from './support/server.ts';

test('two people sign up, share a group by link, plan and chat, live, across a SIGKILL (RUN-04, JOIN-15, JOIN-20, JOIN-22, EVENT-08, CHAT-26, CHAT-34, RT-07, RT-09, RT-16, CQRS-01, CQRS-05)', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const server = await serverProcess();
  await server.start();
  try {
    const killAndStart = async () => {
      await server.kill();
      await server.start();
    };
    await journey(browser, { origin: server.origin, killAndStart });
  } finally {
    await server.remove();
  }
});
