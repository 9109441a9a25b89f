import type { RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { describe, expect, it } from 'vitest';
import { FollowedTail } from './followed-tail.ts';

const at = (number: number): string => String(number).padStart(4, '0');

/** An engine whose answers come when the test says so, and whose events arrive when the test hands them over. */
const engine = () => {
  const events: RecordedEvent[] = [];
  const looks: (() => void)[] = [];
  let handler: (events: readonly RecordedEvent[]) => Promise<void> = async () => {};
  let isOpen = false;
  const tail = new FollowedTail({
    head: async () => {
      if (!isOpen) await new Promise<void>((resolve) => looks.push(resolve));
      return events.at(-1)?.position ?? '';
    },
    follow: (_, given) => {
      handler = given;
      return { stop: async () => {} };
    },
    limit: (work) => work,
    usedStreams: 10,
  });
  const append = (stream: string, revision: number): RecordedEvent => {
    const event = { id: `${stream}-${revision}`, type: 'T', data: '{}', metadata: '{}', recordedAt: '' };
    const recorded = { ...event, stream, revision, position: at(events.length + 1) };
    events.push(recorded);
    return recorded;
  };
  return {
    tail,
    append,
    looks,
    deliver: (...given: readonly RecordedEvent[]) => handler(given),
    answerAll: () => {
      isOpen = true;
      for (const look of looks.splice(0)) look();
    },
    /** Follows from the present end on. */
    begin: async () => {
      isOpen = true;
      await tail.current();
      isOpen = false;
    },
  };
};

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('the tail of a log that others write to', () => {
  it('waits until every event acknowledged to others has arrived (CQRS-08)', async () => {
    const { tail, append, deliver, begin, answerAll } = engine();
    await begin();
    const event = append('group-1', 0);
    let isCurrent = false;
    const waiting = Promise.resolve(tail.current()).then(() => {
      isCurrent = true;
    });
    answerAll();
    await turns();
    expect(isCurrent).toBe(false);
    expect(tail.known('group-1', 0)).toBeUndefined();

    await deliver(event);
    await waiting;
    expect(tail.known('group-1', 0)).toEqual([event]);
    expect(tail.known('group-1', 1)).toEqual([]);
  });

  it('queries once for all waiting callers, but again for those who come during a query (CQRS-08)', async () => {
    const { tail, looks, begin, answerAll } = engine();
    await begin();
    const first = tail.current();
    await turns();
    const others = [tail.current(), tail.current(), tail.current()];
    await turns();
    expect(looks).toHaveLength(1);
    looks.splice(0)[0]?.();
    await first;
    await turns();
    expect(looks).toHaveLength(1);
    answerAll();
    for (const other of others) await other;
    expect(looks).toHaveLength(0);
  });

  it('waits for a position without a query, and not at all if it was reached', async () => {
    const { tail, append, deliver, begin, looks } = engine();
    await begin();
    const event = append('group-1', 0);
    const waiting = tail.current(event.position);
    await deliver(event);
    await waiting;
    expect(tail.current(event.position)).toBeUndefined();
    expect(looks).toHaveLength(0);
  });

  it('knows nothing of an unseen stream, and that an absent one is empty until an event comes', async () => {
    const { tail, append, deliver, begin } = engine();
    await begin();
    expect(tail.known('group-1', 0)).toBeUndefined();
    tail.note('group-1', undefined);
    expect(tail.known('group-1', 0)).toEqual([]);
    const event = append('group-1', 0);
    await deliver(event);
    expect(tail.known('group-1', 0)).toEqual([event]);
  });

  it('does not move back after a read from before a newer event', async () => {
    const { tail, append, deliver, begin } = engine();
    await begin();
    const events = [append('group-1', 0), append('group-1', 1)];
    await deliver(...events);
    tail.note('group-1', 0);
    tail.note('group-1', undefined);
    expect(tail.known('group-1', 0)).toEqual(events);
  });

  it('knows the end of a stream in use, no matter how many others are written to meanwhile', async () => {
    const { tail, append, deliver, begin } = engine();
    await begin();
    tail.note('user-1', 0, true);
    await deliver(...Array.from({ length: 60_000 }, (_, number) => append(`message-${number}`, 0)));
    expect(tail.known('user-1', 1)).toEqual([]);
    const event = append('user-1', 1);
    await deliver(event);
    expect(tail.known('user-1', 1)).toEqual([event]);
  });

  it('knows nothing rather than an earlier end of a stream that is no longer in use', async () => {
    const { tail, append, deliver, begin } = engine();
    await begin();
    await deliver(append('user-0', 0));
    for (let number = 0; number <= 10; number++) tail.note(`user-${number}`, 1, true);
    expect(['user-0', 'user-1'].map((stream) => tail.known(stream, 2))).toEqual([undefined, []]);
    expect(tail.known('user-0', 1)).toBeUndefined();
  });
});
