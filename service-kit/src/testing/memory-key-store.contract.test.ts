import { CachingKeyStore } from '../event-store/caching-key-store.ts';
import { keyStoreSuite } from './key-store-suite.ts';
import { MemoryKeyStore } from './memory-key-store.ts';

keyStoreSuite('memory', async () => {
  const keys = new MemoryKeyStore();
  return { keys, reopen: async () => keys };
});

keyStoreSuite('remembered keys of another store', async () => {
  const inner = new MemoryKeyStore();
  return { keys: new CachingKeyStore(inner), reopen: async () => new CachingKeyStore(inner) };
});
