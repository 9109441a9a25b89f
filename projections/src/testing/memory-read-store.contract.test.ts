import { readStoreSuite } from '@quorum/service-kit/testing/read-store-suite.ts';
import { MemoryReadStore } from './memory-read-store.ts';

readStoreSuite('Memory', async () => {
  let now = 0;
  const store = new MemoryReadStore({ now: () => now });
  return {
    open: async () => store,
    lapse: async (milliseconds) => {
      now += milliseconds;
    },
    end: async () => undefined,
  };
});
