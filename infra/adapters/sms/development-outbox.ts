import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { SentSms, SmsOutbox } from '@quorum/service-kit/ports/sms-sender.ts';

/** Bounded, so that a forgotten development server does not grow forever. */
const MAX_MESSAGES = 500;
const PHONE = /^\+1\d{10}$/;

/**
 * Sends nothing: keeps the newest messages in memory and prints each on one line.
 * @param print receives a line without its line break
 */
export const developmentOutbox = (
  clock: Clock,
  print: (line: string) => void,
  kept: number = MAX_MESSAGES,
): SmsOutbox => {
  const messages: SentSms[] = [];
  return {
    send: async (to, body) => {
      messages.unshift({ to, body, sentAt: new Date(clock.now()).toISOString() });
      messages.length = Math.min(messages.length, kept);
      print(`SMS to ${PHONE.test(to) ? readable(to) : to}: ${body.replace(/\s+/g, ' ')}`);
    },
    sent: (to) => (to === undefined ? [...messages] : messages.filter((message) => message.to === to)),
  };
};

const readable = (phone: string): string => `+1 (${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
