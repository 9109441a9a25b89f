import { eventStoreSuite } from '@quorum/service-kit/testing/event-store-suite.ts';
import { MemoryEventStore } from './memory-event-store.ts';

eventStoreSuite('Memory', async () => ({ store: new MemoryEventStore(), dispose: async () => undefined }), false);
