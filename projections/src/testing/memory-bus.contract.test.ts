import { busSuite } from '@quorum/service-kit/testing/bus-suite.ts';
import { MemoryBus } from './memory-bus.ts';

const bus = new MemoryBus();
busSuite('Memory', async () => ({ open: async () => bus, end: async () => undefined }));
