import { fileStoreSuite } from './file-store-suite.ts';
import { memoryFileStore } from './memory-file-store.ts';

fileStoreSuite('Memory', async () => ({ store: memoryFileStore(), leftovers: async () => 0 }));
