import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Frozen clock: rate limits do not refill on slow machines. */
let now = Date.now();
const product = sharedProduct({}, { now: () => now });

describe('an export', () => {
  it('an export is limited per person and hour (SAFE-06)', async () => {
    const [ada, bob] = [await signUp(product), await signUp(product)];
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await ada.call('downloadMyData')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect((await bob.call('downloadMyData')).status).toBe(200);
    now += 3_600_000;
    expect((await ada.call('downloadMyData')).status).toBe(200);
  });

  it('an export runs once at a time per person (SAFE-06)', async () => {
    const ada = await signUp(product);
    const { group } = await createGroup(ada);
    // More than the buffers on the way to a client that does not read.
    const form = fileForm('file', new File([new Uint8Array(20_000_000)], 'large.bin'), { groupId: group._id });
    await ada.must('sendFile', { form });
    const headers = { authorization: `Bearer ${ada.token}`, 'x-min-position': ada.position };
    const first = await fetch(`${product.origin}/api/auth/my-data`, { headers });
    expect(first.status).toBe(200);
    expect((await ada.call('downloadMyData')).status).toBe(429);
    await first.body?.cancel();
    await expect.poll(async () => (await ada.call('downloadMyData')).status).toBe(200);
  });
});

describe('a file', () => {
  it('a file is served to one address at a limited rate, without affecting others (SAFE-06, SAFE-14)', async () => {
    const ada = await signUp(product);
    const { group } = await createGroup(ada);
    const form = fileForm('file', new File(['notes'], 'notes.txt'), { groupId: group._id });
    const { message } = await ada.must('sendFile', { form });
    const get = async (address: string): Promise<number> => {
      const response = await ada.file(message.fileUrl, { 'x-forwarded-for': address });
      await response.arrayBuffer();
      return response.status;
    };
    await expect.poll(() => get('10.9.9.8')).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 220; count++) statuses.push(await get('10.9.9.9'));
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.at(-1)).toBe(429);
    expect(await get('10.9.9.10')).toBe(200);
  });
});
