import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PushService, startPushService } from '@quorum/infra/adapters/push/testing/push-service.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Client, createGroup, joinGroup, signUp } from '../../support/product.ts';

const file = fileURLToPath(new URL('../../support/processes/pushing-process.ts', import.meta.url));

let folder: string;
let service: PushService;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-killed-'));
  service = await startPushService();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Seconds pass on the clock of the process. It says up to where alerts are done, as its checkpoint has it. */
const start = async () => {
  const child = fork(file, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PUSH_PORT: service.port },
  });
  children.add(child);
  let saved = '';
  child.on('message', (said: { readonly saved?: string }) => {
    saved = said.saved ?? saved;
  });
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return {
    product: { origin: `http://127.0.0.1:${port}` },
    wait: (seconds: number) => child.send(seconds * 1000),
    saved: () => saved,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

it('no alert is lost when the process that sends them is killed, and only those on their way are sent again, with the same tag (NOTE-29, NOTE-36)', async () => {
  const first = await start();
  const [maya, tom] = [await signUp(first.product), await signUp(first.product)];
  const { group, inviteCode } = await createGroup(maya);
  await joinGroup(tom, inviteCode);
  await tom.must('subscribeToPush', { body: service.subscribe('laptop') });
  const mention = async (count: number, writer = maya) => {
    const orders: [tag: string, order: string][] = [];
    for (let n = 0; n < count; n += 1) {
      const body = { groupId: group._id, content: `<@${tom.userId}> ${n}` };
      const { message } = await writer.must('sendMessage', { body });
      orders.push([`message-${message._id}`, message.order]);
    }
    return orders;
  };
  /** How often each was sent. */
  const times = (sent: readonly (readonly [tag: string, order: string])[]) =>
    sent.map(([tag]) => service.received.filter(({ payload }) => payload.tag === tag).length);

  const done = await mention(10);
  first.wait(6);
  await until(() => first.saved() >= (done.at(-1)?.[1] ?? ''));
  expect(times(done)).toEqual(done.map(() => 1));

  // The service takes some more, and leaves the next ones without an answer.
  let taken = 0;
  service.answerWith((_, response) => {
    taken += 1;
    if (taken <= 12) response.writeHead(201).end();
  });
  const cut = await mention(40);
  first.wait(6);
  await until(() => service.received.length === 10 + 12 + 8);
  await first.kill();
  const onTheirWay = times(cut);

  service.answerWith((_, response) => response.writeHead(201).end());
  const second = await start();
  second.wait(20);
  const last = await mention(1, new Client(second.product, maya.token));
  second.wait(6);
  await until(() => [...times(cut), ...times(last)].every((sent) => sent > 0));
  expect(times(done)).toEqual(done.map(() => 1));
  for (const [at, sent] of times(cut).entries()) expect([1, 1 + (onTheirWay[at] ?? 0)]).toContain(sent);
});
