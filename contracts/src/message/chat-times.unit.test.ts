import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../time/instant.ts';
import { chatBreak } from './chat-times.ts';

const timeZone = 'America/New_York';
const start = Date.parse('2026-05-14T13:00:00Z');
const message = (minutes: number, senderId = 'maya') => ({ senderId, createdAt: start + minutes * MINUTE_MS });
const between = (minutes: number, sender = 'maya') => chatBreak(message(0), message(minutes, sender), timeZone);

describe('the grouping of a chat', () => {
  it('the grouping of a chat starts a header with another sender or after more than five minutes (CHAT-02, LIMIT-16)', () => {
    expect([between(0), between(5), between(5.001), between(1, 'tom')].map(({ header }) => header)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('the grouping of a chat starts a separator after an hour and when the day changes (CHAT-03, LIMIT-16)', () => {
    expect([between(59.999), between(60), between(0.1, 'tom')].map(({ separator }) => separator)).toEqual([
      false,
      true,
      false,
    ]);
    const [late, early] = ['2026-05-15T03:59:00Z', '2026-05-15T04:00:00Z'].map((createdAt) => ({
      senderId: 'maya',
      createdAt,
    }));
    expect(chatBreak(late, early ?? message(0), timeZone)).toEqual({ separator: true, header: true });
    expect(chatBreak(late, early ?? message(0), 'America/Los_Angeles')).toEqual({ separator: false, header: false });
  });

  it('the grouping of a chat starts a header and a separator for the first message', () => {
    expect(chatBreak(undefined, message(0), timeZone)).toEqual({ separator: true, header: true });
  });
});
