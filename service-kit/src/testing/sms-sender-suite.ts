import { describe, expect, it } from 'vitest';
import { type SentSms, SmsFailedError, type SmsSender } from '../ports/sms-sender.ts';

/**
 * The contract of every SMS sender. `open` returns the sender, what it sent (newest first) and, if the engine can fail, a way to
 * make the next send fail.
 */
export const smsSenderSuite = (
  name: string,
  open: () => {
    sender: SmsSender;
    sent: () => readonly Pick<SentSms, 'to' | 'body'>[];
    failNext?: () => void;
  },
): void => {
  describe(`${name} as an SMS sender`, () => {
    it('an SMS sender sends the text to the number, unchanged', async () => {
      const { sender, sent } = open();
      const body = 'Your Quorum code is 012345. «Ünïcödé» 🎉\nSecond line & more';
      await sender.send('+12025550123', body);
      expect(sent().map(({ to, body }) => ({ to, body }))).toEqual([{ to: '+12025550123', body }]);
    });

    it('an SMS sender sends in order, even concurrently', async () => {
      const { sender, sent } = open();
      await Promise.all([sender.send('+12025550100', 'one'), sender.send('+12025550101', 'two')]);
      expect(sent().map(({ body }) => body)).toEqual(['two', 'one']);
    });

    it('an SMS sender reports a failure without the number or the text, and works again after it', async () => {
      const { sender, sent, failNext } = open();
      if (failNext === undefined) return;
      failNext();
      const failure = await sender.send('+12025550123', 'secret 012345').then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(SmsFailedError);
      const everything = `${(failure as Error).message} ${(failure as Error).stack} ${JSON.stringify(failure)} ${String((failure as Error).cause)}`;
      expect(everything).not.toMatch(/2025550123|012345/);
      await sender.send('+12025550123', 'again');
      expect(sent()[0]?.body).toBe('again');
    });
  });
};
