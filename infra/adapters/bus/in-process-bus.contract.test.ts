import { busSuite } from '@quorum/contracts/testing/bus-suite.ts';
import { InProcessBus } from './in-process-bus.ts';

// Its subscribers share one object, as they share one process.
const bus = new InProcessBus();
busSuite('The process itself', async () => ({ open: async () => bus, end: async () => undefined }));
