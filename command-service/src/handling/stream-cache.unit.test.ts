import { messageDecider } from '@quorum/domain/message/decider.ts';
import { describe, expect, it } from 'vitest';
import { emptyStream } from './folded-stream.ts';
import { StreamCache } from './stream-cache.ts';

const folded = () => emptyStream(messageDecider);

describe('cached streams', () => {
  it('cached streams keep people and groups, no matter how many messages come after them', () => {
    const cache = new StreamCache({ messages: 10 * folded().size, others: 2 * folded().size });
    cache.set('user-1', folded());
    cache.set('group-1', folded());
    for (let number = 0; number < 100; number++) cache.set(`message-${number}`, folded());
    expect([cache.get('user-1'), cache.get('group-1')]).not.toContain(undefined);
    expect(Array.from({ length: 100 }, (_, number) => cache.get(`message-${number}`)).filter(Boolean)).toHaveLength(10);
    expect(cache.get('message-99')).toBeDefined();
  });

  it('cached streams count with the size that they have grown to', () => {
    const cache = new StreamCache({ messages: 1, others: 3 * folded().size });
    const grown = folded();
    cache.set('group-1', folded());
    cache.set('group-2', grown);
    grown.size *= 3;
    cache.set('group-2', grown);
    expect(cache.get('group-1')).toBeUndefined();
    expect(cache.get('group-2')).toBe(grown);
  });

  it('cached streams are all dropped at once', () => {
    const cache = new StreamCache();
    for (const stream of ['user-1', 'message-1']) cache.set(stream, folded());
    cache.clear();
    expect([cache.get('user-1'), cache.get('message-1')]).toEqual([undefined, undefined]);
  });
});
