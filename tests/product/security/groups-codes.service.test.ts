import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

let product: Product;
afterEach(() => product.stop());

const NONE_FREE = [503, 'No invitation code is free right now. Please try again later.'];

const create = async (owner: Client) => {
  const { status, error } = await owner.call('createGroup', {
    body: { name: 'Rowing club', description: 'People who meet' },
  });
  return [status, error];
};

it('invitation codes that have run out are a clear refusal, and those that are taken lead to their group as before (SAFE-12)', async () => {
  product = await startProduct();
  const [owner, guest] = [await signUp(product), await signUp(product)];
  // From now on every code that is drawn is the same one.
  vi.spyOn(systemIds, 'integer').mockReturnValue(7);
  const { group, inviteCode, sixDigitCode } = await createGroup(owner);
  expect(sixDigitCode).toBe('000007');

  expect(await create(owner)).toEqual(NONE_FREE);
  const renewed = await owner.call('renewInvitation', { params: { id: group._id } });
  expect([renewed.status, renewed.error]).toEqual(NONE_FREE);
  await joinGroup(guest, inviteCode);
  expect((await owner.must('myGroups')).groups).toHaveLength(1);

  vi.restoreAllMocks();
  expect(await create(owner)).toEqual([200, '']);
});
