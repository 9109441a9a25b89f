import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { SMS_WARNING, shareUsed, smsBudgetDecider, smsTime } from '@quorum/domain/sms-budget/decider.ts';
import { smsBudgetStream } from '@quorum/domain/sms-budget/events.ts';
import { type SentSms, SmsFailedError } from '@quorum/service-kit/ports/sms-sender.ts';
import type { CommandMetadata, PhoneContext } from '../handling/context.ts';

/**
 * Counts a text message against the budget of the whole product. The count is in the log, so it survives restarts and is shared by
 * all instances.
 * @param phoneKey of the number. The command id is a hash of it, because a hash of the number would confirm a guess.
 * @returns a refusal if the budget is spent.
 */
export const countSms = async (
  context: PhoneContext,
  phoneKey: string,
  metadata: CommandMetadata,
): Promise<Refusal | undefined> => {
  const { aggregates, clock, secrets, log, smsBudget, onSmsShare } = context;
  if (smsBudget === undefined) return undefined;
  const now = clock.now();
  const commandId = secrets.privateKey('sms', `${metadata.commandId} ${phoneKey}`);
  const counted = await aggregates.handle({
    decider: smsBudgetDecider,
    stream: smsBudgetStream(smsTime(now).day),
    command: { type: 'CountSms' },
    metadata: { ...metadata, commandId, commandDigest: undefined, causationId: metadata.commandId },
    facts: () => ({ budget: smsBudget, now }),
  });
  if (isRefusal(counted)) return reportSpent(context, counted, metadata);
  const share = shareUsed(counted.state, smsBudget, now);
  onSmsShare?.(share);
  if (share >= SMS_WARNING) log.warn({ share }, 'most of the budget of text messages is used');
  return undefined;
};

/** Whether the budget is spent. Counts nothing. */
export const refuseSms = async (context: PhoneContext, metadata: CommandMetadata): Promise<Refusal | undefined> => {
  const { aggregates, clock, smsBudget: budget } = context;
  if (budget === undefined) return undefined;
  const now = clock.now();
  const count = await aggregates.load(smsBudgetDecider, smsBudgetStream(smsTime(now).day));
  const decision = smsBudgetDecider.decide({ type: 'CountSms' }, count, { budget, now });
  return isRefusal(decision) ? reportSpent(context, decision, metadata) : undefined;
};

const reportSpent = (
  { log, onSmsShare }: PhoneContext,
  refusal: Refusal,
  { correlationId }: CommandMetadata,
): Refusal => {
  onSmsShare?.(1);
  if (refusal.refused === 'sms/budget-spent') log.warn({ correlationId }, 'the budget of text messages is spent');
  return refusal;
};

type Message = Pick<SentSms, 'to' | 'body'>;

/** Sends a text message that the person waits for. @param failed line of the log if it cannot be sent; the reason is added. @returns the failure */
export const sendSms = async (
  { sms, log }: PhoneContext,
  { to, body }: Message,
  { correlationId }: Pick<CommandMetadata, 'correlationId'>,
  failed: string,
): Promise<SmsFailedError | undefined> => {
  try {
    await sms.send(to, body);
    return undefined;
  } catch (error) {
    if (!(error instanceof SmsFailedError)) throw error;
    log.warn({ correlationId, reason: error.message }, failed);
    return error;
  }
};
