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
  it('if it is the first of a leader, whose predecessor may have ended between commit and message', async () => {
    const bus = new MemoryBus();
    await publisherOn(bus).publish('1', '2');
    expect(marked(bus.published)).toEqual(['1']);
  });

  it('if the one before it was not accepted', async () => {
    const bus = new MemoryBus();
    const { publish } = publisherOn(bus);
    await publish('1', '2');
    bus.unavailable = true;
    await publish('3', '4');
    bus.unavailable = false;
    await publish('5', '6');
    expect(marked(bus.published)).toEqual(['1', '5']);
  });

  it('if one was dropped because too many waited, up to the first message after it', async () => {
    const bus = new MemoryBus();
    const { publish } = publisherOn(bus);
    const position = (n: number): string => String(n).padStart(4, '0');
    await publish(position(1));
    let answer = (_: unknown): void => {};
    const slow = new Promise((resolve) => (answer = resolve));
    const accept = bus.publish.bind(bus);
    bus.publish = (message) => slow.then(() => accept(message));
    void publish(position(2));
    // The message before the limit is under way by then.
    await Promise.resolve();
    const all = publish(...Array.from({ length: 1_000 }, (_, n) => position(n + 3)));
    answer(undefined);
    await all;
    expect(bus.published).toHaveLength(1_001);
    await publish(position(1_003), position(1_004));
    // Gateways may have compared themselves with all commits but the one given up, and ignore a mark from before.
    expect(marked(bus.published).at(-1)).toBe(position(1_003));
  });
});
