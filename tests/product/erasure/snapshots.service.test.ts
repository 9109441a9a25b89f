import { groupStream } from '@quorum/domain/group/events.ts';
import { MemorySnapshotStore } from '@quorum/service-kit/testing/memory-snapshot-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroup, type Product, signUp, startProduct } from '../../support/product.ts';

let product: Product;
let snapshots: MemorySnapshotStore;

beforeEach(async () => {
  snapshots = new MemorySnapshotStore();
  product = await startProduct({}, undefined, (engines) => ({ ...engines, snapshots }));
});
afterEach(() => product.stop());

describe('the snapshot of a group', () => {
  it('goes with the group, and those of other groups stay (SAFE-01)', async () => {
    const owner = await signUp(product);
    const { group: deleted } = await createGroup(owner);
    const { group: kept } = await createGroup(owner);
    for (const { _id: groupId } of [deleted, kept]) {
      const label = { stream: groupStream(groupId), revision: 0, fold: 'earlier code', event: '', subjects: [] };
      await snapshots.put({ ...label, sealed: Uint8Array.of(1) });
    }
    const params = { id: deleted._id };
    await owner.must('deleteGroup', { params, body: { confirmationName: 'Rowing club' } });
    await until(async () => (await snapshots.find(groupStream(deleted._id))) === undefined);
    expect(await snapshots.find(groupStream(kept._id))).toBeDefined();
  });
});
