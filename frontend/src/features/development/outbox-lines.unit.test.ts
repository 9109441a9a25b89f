import { describe, expect, it } from 'vitest';
import { outboxLines } from './outbox-lines.ts';

const sms = (to: string, body: string, second: number) => ({
  to,
  body,
  sentAt: `2026-05-14T14:42:${String(second).padStart(2, '0')}.000Z`,
});
const code = (to: string, digits: string, second: number) => sms(to, `Your Quorum code is ${digits}.`, second);
const MINE = '+12025550101';
const OTHER = '+12025550102';
const waiting = { phoneNumber: MINE, sentAt: Date.parse('2026-05-14T14:42:05.000Z') };

describe('the lines of the development outbox', () => {
  it('the lines of the development outbox offer the latest code of the waiting number, mark older ones, and let others be copied', () => {
    const lines = outboxLines([code(MINE, '111111', 3), code(OTHER, '222222', 2), code(MINE, '333333', 1)], waiting);
    expect(lines.map(({ parts, action }) => [parts.code, action])).toEqual([
      ['111111', 'use'],
      ['222222', 'copy'],
      ['333333', 'replaced'],
    ]);
  });

  it('the lines of the development outbox find the code at any place, and no code in other numbers', () => {
    expect(outboxLines([sms(MINE, 'Your code is 471902. Keep it.', 1)], waiting)[0]?.parts).toEqual({
      before: 'Your code is ',
      code: '471902',
      after: '. Keep it.',
    });
    expect(outboxLines([sms(MINE, 'Call 4155550132 now', 1)], waiting)[0]).toMatchObject({ action: 'none' });
  });

  it('the lines of the development outbox do not offer a code sent before the awaited one', () => {
    const later = { ...waiting, sentAt: waiting.sentAt + 30_000 };
    expect(outboxLines([code(MINE, '111111', 4)], later)[0]?.action).toBe('copy');
    expect(outboxLines([code(MINE, '111111', 4)], { phoneNumber: undefined, sentAt: undefined })[0]?.action).toBe(
      'copy',
    );
  });

  it('the lines of the development outbox keep their keys when newer messages arrive', () => {
    const older = [code(MINE, '111111', 1)];
    const [, before] = outboxLines([code(MINE, '222222', 1), ...older], waiting);
    expect(before?.key).toBe(outboxLines(older, waiting)[0]?.key);
  });
});
