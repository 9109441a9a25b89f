import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heads, type Sent, upload } from '../../support/multipart.ts';
import { type Client, createGroup, type Reachable, signUp } from '../../support/product.ts';

const MEGABYTE = 1_048_576;
let child: ChildProcess;
let product: Reachable;
let client: Client;
let groupId = '';

const answerOf = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T;
/** Peak memory since the last call, in megabytes. */
const mostMemory = async (): Promise<number> => {
  child.send('memory');
  return (await answerOf<{ most: number }>()).most / MEGABYTE;
};

beforeAll(async () => {
  child = fork(fileURLToPath(new URL('../../support/processes/product-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  product = { origin: `http://127.0.0.1:${(await answerOf<{ port: number }>()).port}` };
  client = await signUp(product);
  groupId = (await createGroup(client)).group._id;
});
afterAll(async () => {
  child.send('stop');
  await once(child, 'exit');
});

const five = (sent: Omit<Sent, 'path' | 'field'>) =>
  Promise.all(
    Array.from({ length: 5 }, () =>
      upload<{ message: MessageView }>(product, client, {
        path: '/api/messages/send-file',
        field: 'file',
        fields: { groupId },
        ...sent,
      }),
    ),
  );

describe('five uploads at once', () => {
  it('five uploads of 100 MB videos at once cost the product little memory (LIMIT-11)', async () => {
    const before = await mostMemory();
    const answers = await five({ name: 'clip.mp4', head: heads.mp4, size: limits.video });
    for (const answer of answers) expect(answer?.body.message.fileSize).toBe(limits.video);
    const most = await mostMemory();
    console.info(`Videos: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`);
    expect(most - before).toBeLessThan(200);
  });

  it.each([1, 6])(
    'five uploads of 24 megapixel photos at once (orientation %i) are processed one at a time',
    async (orientation) => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
      const photo = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#789', noise } })
        .resize(6000, 4000)
        .withMetadata({ orientation })
        .jpeg({ quality: 90 })
        .toBuffer();
      const before = await mostMemory();
      const answers = await five({ name: 'photo', head: photo });
      for (const answer of answers) expect(answer?.body.message).toMatchObject({ type: 'image' });
      const most = await mostMemory();
      console.info(
        `Photos of ${(photo.length / MEGABYTE).toFixed(0)} MB: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
      );
      expect(most - before).toBeLessThan(200);
    },
  );
});
