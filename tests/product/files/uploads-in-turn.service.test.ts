import { encodePicture, uploadsOf } from '@quorum/command-service/uploads/images.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from '../../support/pictures.ts';
import { createGroup, type Product, signUp, startProduct } from '../../support/product.ts';
import { storedFiles } from '../../support/waiting.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe('a person with too many queued images', () => {
  it('is asked to wait, with nothing left behind, and may retry with the same key (SAFE-06)', async () => {
    const maya = await signUp(product);
    const { group } = await createGroup(maya);
    const send = (key: string, name: 'sendFile' | 'uploadProfilePicture') => {
      const form = new FormData();
      if (name === 'sendFile') form.append('groupId', group._id);
      form.append(name === 'sendFile' ? 'file' : 'profilePicture', smallPicture(), 'a.png');
      return maya.call(name, { form, headers: { 'idempotency-key': key } });
    };

    let release = () => {};
    const held = new Promise<Uint8Array>((resolve) => {
      release = () => resolve(Buffer.from('x'));
    });
    const busy = Array.from({ length: 6 }, () => encodePicture(uploadsOf(maya.userId), () => held));
    try {
      for (const name of ['sendFile', 'uploadProfilePicture'] as const) {
        const { status, error, headers } = await send(name, name);
        expect([status, error]).toEqual([429, 'Too many requests. Please try again later.']);
        expect(headers.get('retry-after')).toBe('5');
      }
      expect(await storedFiles(product)).toEqual([]);
    } finally {
      release();
    }
    await Promise.all(busy);
    expect((await send('sendFile', 'sendFile')).status).toBe(200);
    expect((await send('uploadProfilePicture', 'uploadProfilePicture')).status).toBe(200);
  });
});
