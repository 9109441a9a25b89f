import type { RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { describe, expect, it } from 'vitest';
import { type Followed, StreamEnds } from './stream-ends.ts';

const at = (number: number): string => String(number).padStart(4, '0');

/** An engine whose answers come when the test says so, and whose events arrive when the test hands them over. */
const engine = () => {
  const events: RecordedEvent[] = [];
  const looks: (() => void)[] = [];
  let followed: Followed | undefined;
  let isOpen = false;
  const ends = new StreamEnds({
    head: async () => {
      if (!isOpen) await new Promise<void>((resolve) => looks.push(resolve));
      return events.at(-1)?.position ?? '';
    },
    follow: (_, given) => {
      followed = given;
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
    ends,
    append,
    looks,
    deliver: (...given: readonly RecordedEvent[]) => {
      for (const event of given) followed?.onEvent(event, `hash of ${event.id}`);
      followed?.onReached(given.at(-1)?.position ?? '');
    },
    answerAll: () => {
      isOpen = true;
      for (const look of looks.splice(0)) look();
    },
    /** Follows from the present end on. */
    begin: async () => {
      isOpen = true;
      await ends.current();
      isOpen = false;
    },
  };
};

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('the record of stream ends', () => {
  it('the record of stream ends waits until every event acknowledged to others has arrived (CQRS-08)', async () => {
    const { ends, append, deliver, begin, answerAll } = engine();
    await begin();
    const event = append('group-1', 0);
    let isCurrent = false;
    const waiting = Promise.resolve(ends.current()).then(() => {
      isCurrent = true;
    });
    answerAll();
    await turns();
    expect(isCurrent).toBe(false);
    expect(ends.known('group-1', 0)).toBeUndefined();

    deliver(event);
    await waiting;
    expect(ends.known('group-1', 0)).toEqual([event]);
    expect(ends.known('group-1', 1)).toEqual([]);
  });

  it('the record of stream ends queries once for all waiting callers, but again for those who come during a query (CQRS-08)', async () => {
    const { ends, looks, begin, answerAll } = engine();
    await begin();
    const first = ends.current();
    await turns();
    const others = [ends.current(), ends.current(), ends.current()];
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

  it('the record of stream ends waits for a position without a query, and not at all if it was reached', async () => {
    const { ends, append, deliver, begin, looks } = engine();
    await begin();
    const event = append('group-1', 0);
    const waiting = ends.current(event.position);
    deliver(event);
    await waiting;
    expect(ends.current(event.position)).toBeUndefined();
    expect(looks).toHaveLength(0);
  });

  it('the record of stream ends knows nothing of an unseen stream, and that an absent one is empty until an event comes', async () => {
    const { ends, append, deliver, begin } = engine();
    await begin();
    expect(ends.known('group-1', 0)).toBeUndefined();
    ends.read('group-1', undefined, ends.before());
    expect(ends.known('group-1', 0)).toEqual([]);
    const event = append('group-1', 0);
    deliver(event);
    expect(ends.known('group-1', 0)).toEqual([event]);
  });

  it('the record of stream ends does not move back after a read from before a newer event', async () => {
    const { ends, append, deliver, begin } = engine();
    await begin();
    const events = [append('group-1', 0), append('group-1', 1)];
    deliver(...events);
    ends.read('group-1', { revision: 0, hash: undefined }, ends.before());
    ends.read('group-1', undefined, ends.before());
    expect(ends.known('group-1', 0)).toEqual(events);
  });

  it('the record of stream ends knows the end of a stream in use, no matter how many others are written to in between', async () => {
    const { ends, append, deliver, begin } = engine();
    await begin();
    ends.read('user-1', { revision: 0, hash: undefined }, ends.before());
    deliver(...Array.from({ length: 60_000 }, (_, number) => append(`message-${number}`, 0)));
    expect(ends.known('user-1', 1)).toEqual([]);
    const event = append('user-1', 1);
    deliver(event);
    expect(ends.known('user-1', 1)).toEqual([event]);
  });

  it('the record of stream ends knows nothing rather than an earlier end of a stream that is no longer in use', async () => {
    const { ends, append, deliver, begin } = engine();
    await begin();
    deliver(append('user-0', 0));
    for (let number = 0; number <= 10; number++)
      ends.read(`user-${number}`, { revision: 1, hash: undefined }, ends.before());
    expect(['user-0', 'user-1'].map((stream) => ends.known(stream, 2))).toEqual([undefined, []]);
    expect(ends.known('user-0', 1)).toBeUndefined();
  });

  it('the record of stream ends knows the hash to chain to from a read, an append and a followed event, but only of the last event', async () => {
    const { ends, append, deliver, begin } = engine();
    ends.read('group-1', { revision: 4, hash: 'read' }, ends.before());
    expect(await ends.hashAt('group-1', 4)).toBe('read');
    expect(ends.known('group-1', 5)).toBeUndefined();
    await begin();
    expect(ends.appended('group-1', { revision: 5, hash: 'sent', position: at(1) }, ends.before(), true)).toBe(true);
    deliver({ ...append('group-1', 5) });
    expect(await ends.hashAt('group-1', 4)).toBeUndefined();
    expect(await ends.hashAt('group-1', 5)).toBe('hash of group-1-5');
    expect(ends.known('group-1', 6)).toEqual([]);
  });

  it('the record of stream ends takes an answered append for a repeat if it was stored before, or is known with another hash', async () => {
    const { ends, append, deliver, begin } = engine();
    await begin();
    const before = ends.before();
    deliver(append('group-1', 0));
    const sent = { revision: 0, hash: 'another', position: at(1) };
    expect(ends.appended('group-1', sent, ends.before(), true)).toBe(false);
    expect(ends.appended('group-1', sent, before, true)).toBe(false);
    expect(ends.appended('group-2', sent, before, true)).toBe(true);
  });
});
