import { SmsFailedError, type SmsSender } from '@quorum/service-kit/ports/sms-sender.ts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Context } from '../handling/context.ts';
import { sendSms } from './send-sms.ts';

const message = { to: '+12025550123', body: 'Your code is 012345' };

const sendWith = (send: SmsSender['send']) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const context = { sms: { send }, log } as unknown as Context;
  return { lines, outcome: sendSms(context, message, { correlationId: 'c1' }, 'a code was not sent') };
};

describe('a text message that somebody waits for', () => {
  it('a text message that somebody waits for returns its failure if it cannot be sent, and the log says why without the number', async () => {
    const failure = new SmsFailedError('HTTP 400, Twilio error 21211');
    const { lines, outcome } = sendWith(() => Promise.reject(failure));
    expect(await outcome).toBe(failure);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      correlationId: 'c1',
      reason: 'HTTP 400, Twilio error 21211',
      msg: 'a code was not sent',
    });
    expect(lines[0]).not.toContain(message.to);
  });

  it('a text message that somebody waits for fails with any other error, and the log contains nothing of it', async () => {
    const { lines, outcome } = sendWith(() => Promise.reject(new Error(`no route to ${message.to}`)));
    await expect(outcome).rejects.toThrow('no route');
    expect(lines).toEqual([]);
  });

  it('a text message that somebody waits for is sent unchanged', async () => {
    const sent: unknown[] = [];
    const { outcome } = sendWith(async (to, body) => void sent.push({ to, body }));
    expect([await outcome, sent]).toEqual([undefined, [message]]);
  });
});
