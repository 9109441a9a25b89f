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

type Upload = Omit<Sent, 'path' | 'field'>;

const atOnce = (files: readonly Upload[]) =>
  Promise.all(
    files.map((sent) =>
      upload<{ message: MessageView }>(product, client, {
        path: '/api/messages/send-file',
        field: 'file',
        fields: { groupId },
        ...sent,
      }),
    ),
  );

/** A JPEG of 24 megapixels. */
const largePhoto = (orientation: number): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#789', noise } })
    .resize(6000, 4000)
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
};

describe('five uploads at once', () => {
  it('five uploads of 100 MB videos at once cost the product little memory (LIMIT-11)', async () => {
    const before = await mostMemory();
    const clip = { name: 'clip.mp4', head: heads.mp4, size: limits.video };
    const answers = await atOnce(Array.from({ length: 5 }, () => clip));
    for (const answer of answers) expect(answer?.body.message.fileSize).toBe(limits.video);
    const most = await mostMemory();
    console.info(`Videos: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`);
    expect(most - before).toBeLessThan(200);
  });

  it('five uploads of 24 megapixel photos at once, upright and turned ones, are processed one at a time', async () => {
    const [upright, turned] = [await largePhoto(1), await largePhoto(6)];
    const before = await mostMemory();
    const photos = [turned, upright, turned, upright, turned];
    const answers = await atOnce(photos.map((head) => ({ name: 'photo', head })));
    for (const answer of answers) expect(answer?.body.message).toMatchObject({ type: 'image' });
    const most = await mostMemory();
    console.info(`Photos: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`);
    expect(most - before).toBeLessThan(200);
  });
});
