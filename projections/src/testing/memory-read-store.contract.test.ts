import { readEngineSuite } from '@quorum/service-kit/testing/read-engine-suite.ts';
import { MemoryReadStore } from './memory-read-store.ts';

readEngineSuite('Memory', async () => {
  let now = 0;
  const store = new MemoryReadStore({ now: () => now });
  store.removedAtOnce = 500;
  return {
    open: async () => store,
    lapse: async (milliseconds) => {
      now += milliseconds;
    },
    end: async () => undefined,
  };
});
