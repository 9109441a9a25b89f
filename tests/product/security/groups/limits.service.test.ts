import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Client, createGroup, joinGroup, movableClock, signUp } from '../../../support/product.ts';
import { sharedProduct } from '../../../support/shared-product.ts';

const DAY = 24 * 3_600_000;
const clock = movableClock();
const product = sharedProduct({}, clock);

const create = async (owner: Client, headers: Readonly<Record<string, string>> = {}) => {
  const body = { name: 'Rowing club', description: 'People who meet' };
  const { status, error } = await owner.call('createGroup', { body, headers });
  return [status, error];
};
const CREATED = [200, ''];
const TOO_MANY_TODAY = [429, 'You can create up to 20 groups a day. Please try again later.'];
const TOO_MANY_OWNED = [409, 'You can own up to 100 groups. Delete one or transfer it to someone else first.'];

describe('new groups of one account', () => {
  it('new groups of one account are limited to twenty a day, even concurrently and after a restart (SAFE-12)', async () => {
    const owner = await signUp(product);
    const repeated = { 'idempotency-key': randomUUID() };
    await create(owner, repeated);
    const outcomes = await Promise.all(Array.from({ length: 22 }, () => create(owner)));
    expect(outcomes.filter(([status]) => status === CREATED[0])).toHaveLength(19);
    expect(outcomes.filter(([status]) => status === 429)).toHaveLength(3);
    await product.restart();
    expect(await create(owner)).toEqual(TOO_MANY_TODAY);
    // Repeated creations get the same answer, and do not count.
    expect(await create(owner, repeated)).toEqual(CREATED);
    expect(await create(await signUp(product))).toEqual(CREATED);
    clock.moveOn(DAY + 1000);
    expect(await create(owner)).toEqual(CREATED);
  });

  it('the groups that one account owns are limited to a hundred, including transferred ones, until one is given up (SAFE-12)', async () => {
    const [owner, other] = [await signUp(product), await signUp(product)];
    for (let day = 0; day < 5; day++) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => create(owner)));
      expect(outcomes.filter(([status]) => status === CREATED[0])).toHaveLength(20);
      // The read models catch up within a day.
      await owner.must('myGroups');
      clock.moveOn(DAY + 1000);
    }
    expect(await create(owner)).toEqual(TOO_MANY_OWNED);

    const { group, inviteCode } = await createGroup(other);
    await joinGroup(owner, inviteCode);
    const params = { id: group._id };
    const transferred = await other.call('transferOwnership', { params, body: { userId: owner.userId } });
    expect([transferred.status, transferred.error]).toEqual([409, 'This person already owns 100 groups']);

    const { groups } = await owner.must('myGroups');
    const own = groups.find(({ role }) => role === 'owner');
    await owner.must('deleteGroup', { params: { id: own?._id ?? '' }, body: { confirmationName: 'Rowing club' } });
    expect(await create(owner)).toEqual(CREATED);
    expect(await create(owner)).toEqual(TOO_MANY_OWNED);
  });
});
