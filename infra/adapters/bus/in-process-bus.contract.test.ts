import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import { busSuite } from '@quorum/service-kit/testing/bus-suite.ts';
import { expect, it } from 'vitest';
import { InProcessBus } from './in-process-bus.ts';

// Its subscribers share one object, as they share one process.
const bus = new InProcessBus();
busSuite('The process itself', async () => ({ open: async () => bus, end: async () => undefined }));

it('the in-process bus continues after a handler throws', async () => {
  const errors: unknown[] = [];
  const received: BusMessage[] = [];
  const fragile = new InProcessBus((error) => errors.push(error));
  await fragile.subscribe(() => {
    throw new Error('broken handler');
  });
  await fragile.subscribe((message) => received.push(message));
  await fragile.publish({ kind: 'typing', notice: { groupId: 'g1', userId: 'u1', isTyping: true } });
  await expect.poll(() => [errors.length, received.length]).toEqual([1, 1]);
});
