import { smsSenderSuite } from '@quorum/service-kit/testing/sms-sender-suite.ts';
import { describe, expect, it } from 'vitest';
import { developmentOutbox } from './development-outbox.ts';

const clock = { now: () => Date.UTC(2026, 4, 3, 10, 30) };

smsSenderSuite('The development outbox', () => {
  const sender = developmentOutbox(clock, () => {});
  return { sender, sent: () => sender.sent() };
});

describe('the development outbox', () => {
  it('the development outbox prints each SMS as one readable line (RUN-04)', async () => {
    const lines: string[] = [];
    await developmentOutbox(clock, (line) => lines.push(line)).send('+12025550123', 'Your code\nis 012345');
    expect(lines).toEqual(['SMS to +1 (202) 555-0123: Your code is 012345']);
  });

  it('the development outbox lists messages to a number, newest first (RUN-04)', async () => {
    const outbox = developmentOutbox(clock, () => {});
    await outbox.send('+12025550123', 'first');
    await outbox.send('+12025550199', 'other');
    await outbox.send('+12025550123', 'second');
    expect(outbox.sent('+12025550123')).toEqual([
      { to: '+12025550123', body: 'second', sentAt: '2026-05-03T10:30:00.000Z' },
      { to: '+12025550123', body: 'first', sentAt: '2026-05-03T10:30:00.000Z' },
    ]);
    expect(outbox.sent('+12025550000')).toEqual([]);
  });

  it('the development outbox forgets the oldest when it is full', async () => {
    const outbox = developmentOutbox(clock, () => {}, 3);
    for (const body of ['1', '2', '3', '4']) await outbox.send('+12025550123', body);
    expect(outbox.sent().map(({ body }) => body)).toEqual(['4', '3', '2']);
  });
});
