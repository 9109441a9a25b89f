import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { MemoryBus } from '../testing/memory-bus.ts';
import { ChangePublisher } from './change-publisher.ts';

const publisherOn = (bus: MemoryBus) => {
  const publisher = new ChangePublisher({ bus, log: pino({ level: 'silent' }) });
  const publish = (...positions: readonly string[]) => {
    for (const to of positions) publisher.publish({ to, changes: [] } as unknown as Commit);
    return publisher.settle();
  };
  return { publish };
};
const marked = (messages: readonly BusMessage[]) =>
  messages.flatMap((message) => (message.kind === 'changes' && message.afterLoss === true ? [message.position] : []));

describe('a bus message says that an earlier one may not have arrived', () => {
  it('the first bus message of a leader says that an earlier one may be missing, in case the leader before it failed to send one', async () => {
    const bus = new MemoryBus();
    await publisherOn(bus).publish('1', '2');
    expect(marked(bus.published)).toEqual(['1']);
  });

  it('a bus message says that an earlier one may not have arrived if the one before it was not accepted', async () => {
    const bus = new MemoryBus();
    const { publish } = publisherOn(bus);
    await publish('1', '2');
    bus.unavailable = true;
    await publish('3', '4');
    bus.unavailable = false;
    await publish('5', '6');
    expect(marked(bus.published)).toEqual(['1', '5']);
  });

  it('a bus message says that an earlier one may be missing if those before it were dropped to end a run without waiting for each', async () => {
    const bus = new MemoryBus();
    const { publish } = publisherOn(bus);
    const accept = bus.publish.bind(bus);
    let tries = 0;
    let fail = (_: Error): void => {};
    const silent = new Promise<void>((_, reject) => (fail = reject));
    bus.publish = () => {
      tries += 1;
      return silent;
    };
    const ended = publish('1', '2', '3');
    fail(new Error('no answer'));
    await ended;
    expect(tries).toBe(1);
    bus.publish = accept;
    await publish('4', '5');
    expect(bus.published).toHaveLength(2);
    expect(marked(bus.published)).toEqual(['4']);
  });
});
