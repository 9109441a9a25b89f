import { randomUUID } from 'node:crypto';
import { systemClock } from '@quorum/contracts/ports/clock.ts';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Projections, startProjections } from './start-projections.ts';
import { MemoryBus } from './testing/memory-bus.ts';
import { MemoryEventStore } from './testing/memory-event-store.ts';
import { MemoryReadStore } from './testing/memory-read-store.ts';

const running: Projections[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((projections) => projections.stop()));
});

const world = () => {
  const [events, reads, bus] = [new MemoryEventStore(), new MemoryReadStore(), new MemoryBus()];
  const start = (holder = randomUUID()): Projections => {
    const projections = startProjections({
      events,
      reads,
      bus,
      clock: systemClock,
      log: pino({ level: process.env.LOG ?? 'silent' }),
      holder,
    });
    running.push(projections);
    return projections;
  };
  return { events, reads, bus, start };
};

const caughtUp = (reads: MemoryReadStore, events: MemoryEventStore) =>
  vi.waitFor(() => expect(reads.commits.at(-1)?.to).toBe(events.events.at(-1)?.position), 5_000);

const [ada, ben, group, message] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

const post = (text: string, messageId: string = randomUUID()) => ({
  stream: `message-${messageId}`,
  event: {
    type: 'MessagePosted' as const,
    data: {
      messageId,
      groupId: group,
      senderId: ada,
      kind: 'text' as const,
      text,
      replyTo: null,
      file: null,
      fileName: null,
    },
  },
});

describe('startProjections', () => {
  it('follows the log from its beginning and goes on live', async () => {
    const { events, reads, bus, start } = world();
    const early = post('hello https://example.com', message);
    events.add(early.stream, early.event);
    start();
    await caughtUp(reads, events);
    expect(await reads.active.get('messages', message)).toMatchObject({ text: 'hello https://example.com' });
    events.add(`message-${message}`, {
      type: 'ReactionAdded',
      data: { messageId: message, groupId: group, userId: ben, emoji: '🎉' },
    });
    await caughtUp(reads, events);
    expect(await reads.active.get('reactions', `${message}:${ben}:🎉`)).toMatchObject({ senderId: ada });
    await vi.waitFor(() => expect(bus.published).toHaveLength(2));
    expect(bus.published).toMatchObject([
      { kind: 'changes', changes: [{ audience: `group-${group}`, sequence: 1, kind: 'newMessage' }] },
      { kind: 'changes', changes: [{ audience: `group-${group}`, sequence: 2, kind: 'messageReaction' }] },
    ]);
  });

  it('rebuilds beside the running models and verifies them', async () => {
    const { events, reads, start } = world();
    for (let i = 0; i < 50; i += 1) {
      const { stream, event } = post(`message ${i} see example.com/${i}`);
      events.add(stream, event);
    }
    const projections = start();
    await caughtUp(reads, events);
    const before = reads.snapshot();
    expect(Object.keys(before.messages ?? {})).toHaveLength(50);
    expect(await projections.verify()).toEqual([]);
    await projections.rebuild();
    expect(reads.snapshot()).toEqual(before);
    expect(reads.activeOf.get('chat')).toBe('1-2');
    const { stream, event } = post('after');
    events.add(stream, event);
    await caughtUp(reads, events);
    expect(Object.keys(reads.snapshot().messages ?? {})).toHaveLength(51);
  });
});
