import { MemorySnapshotStore } from './memory-snapshot-store.ts';
import { snapshotStoreSuite } from './snapshot-store-suite.ts';

snapshotStoreSuite('memory', async () => {
  const snapshots = new MemorySnapshotStore();
  return { snapshots, reopen: async () => snapshots };
});
