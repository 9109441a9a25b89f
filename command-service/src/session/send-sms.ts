import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type SentSms, SmsFailedError } from '@quorum/service-kit/ports/sms-sender.ts';
import type { Cause, Context } from '../handling/context.ts';

type Message = Pick<SentSms, 'to' | 'body'>;

/** Sends a text message that the person waits for. @param failed line of the log if it cannot be sent; the reason is added. */
export const sendSms = async (
  { sms, log }: Pick<Context, 'sms' | 'log'>,
  { to, body }: Message,
  { correlationId }: Pick<Cause, 'correlationId'>,
  failed: string,
): Promise<Refusal | undefined> => {
  try {
    await sms.send(to, body);
    return undefined;
  } catch (error) {
    if (!(error instanceof SmsFailedError)) throw error;
    log.warn({ correlationId, reason: error.message }, failed);
    return refuse('sms/failed');
  }
};
