import { Readable } from 'node:stream';
import { trustNobody } from '@quorum/service-kit/http/admission/origin.ts';
import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { limitFiles } from './limit-files.ts';

const limited = () => limitFiles({ trustProxy: trustNobody }, { now: () => 0 });

/** Asks for a file, which nobody reads. */
const ask = async (limit: ReturnType<typeof limitFiles>, file: number, remoteAddress: string) => {
  const context = {
    path: `/files/${file}`,
    state: {},
    req: { headers: {}, socket: { remoteAddress } },
    status: 200,
    set: () => {},
  } as unknown as Context;
  await limit(context, async () => {
    context.body = Readable.from(['a file']);
  });
  return context;
};

it('files that one address does not read leave places for others, and give them back (SAFE-06)', async () => {
  const limit = limited();
  const open: Context[] = [];
  for (let count = 0; count < 260; count++) open.push(await ask(limit, Math.floor(count / 20), '10.0.0.1'));
  expect(open.filter(({ status }) => status === 200)).toHaveLength(250);
  expect(open.at(-1)?.status).toBe(429);
  expect((await ask(limit, 0, '10.0.0.2')).status).toBe(200);

  const [first] = open.map(({ body }) => body as Readable);
  first?.destroy();
  await new Promise((resolve) => first?.once('close', resolve));
  expect((await ask(limit, 20, '10.0.0.1')).status).toBe(200);
  expect((await ask(limit, 20, '10.0.0.1')).status).toBe(429);
});
