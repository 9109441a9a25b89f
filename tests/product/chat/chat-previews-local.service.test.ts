import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { createGroup, signUp, startProduct } from '../../support/product.ts';

describe('a link to this machine', () => {
  it('a link to this machine is not fetched under any name (SAFE-05)', async () => {
    let hits = 0;
    const inner = createServer((_, response) => {
      hits += 1;
      response.end('<title>Secret</title>');
    });
    inner.listen(0, '127.0.0.1');
    await once(inner, 'listening');
    const { port } = inner.address() as AddressInfo;
    const real = await startProduct();
    try {
      const maya = await signUp(real);
      const { group } = await createGroup(maya);
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
        await maya.must('sendMessage', { body: { groupId: group._id, content: `http://${host}:${port}/` } });
      }
      const found = async () => (await maya.must('messages', { params: { groupId: group._id } })).messages;
      await until(async () => (await found()).every(({ linkPreviews }) => linkPreviews.length === 1));
      const errors = (await found()).map(({ linkPreviews }) => linkPreviews[0]?.error);
      expect(errors).toEqual(Array(4).fill('Unable to load preview'));
      expect(hits).toBe(0);
    } finally {
      await real.stop();
      inner.close();
    }
  });
});
